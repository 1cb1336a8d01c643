"""Anthropic's Claude models at their OpenAI-compatible address."""

from syllogos.models.client.chat import preset

make = preset("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY")
