"""Models served by LM Studio on this machine."""

from syllogos.models.client.chat import preset

make = preset("http://localhost:1234/v1", "")
