"""Models served by vLLM on this machine."""

from syllogos.models.client.chat import preset

make = preset("http://localhost:8000/v1", "")
