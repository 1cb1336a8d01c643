"""DeepSeek's models."""

from syllogos.models._chat import preset

make = preset("https://api.deepseek.com", "DEEPSEEK_API_KEY")
