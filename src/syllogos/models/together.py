"""Open models hosted by Together AI."""

from syllogos.models.client.chat import preset

make = preset("https://api.together.xyz/v1", "TOGETHER_API_KEY")
