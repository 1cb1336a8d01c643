"""Models served by vLLM on this machine."""

from syllogos.models._chat import preset

make = preset("http://localhost:8000/v1", "")
