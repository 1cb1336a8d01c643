"""DeepSeek's models."""

from syllogos.models.client.chat import preset

make = preset("https://api.deepseek.com", "DEEPSEEK_API_KEY")
