"""Models of many providers through OpenRouter."""

from syllogos.models.client.chat import preset

make = preset("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY")
