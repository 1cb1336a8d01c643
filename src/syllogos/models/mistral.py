"""Mistral's models."""

from syllogos.models.client.chat import preset

make = preset("https://api.mistral.ai/v1", "MISTRAL_API_KEY")
