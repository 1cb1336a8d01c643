"""Models served by Ollama on this machine."""

from syllogos.models.client.chat import preset

make = preset("http://localhost:11434/v1", "")
