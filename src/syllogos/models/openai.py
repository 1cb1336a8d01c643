"""OpenAI's models, and any server that speaks the same protocol (give its ``base_url``)."""

from syllogos.models.client.chat import OPENAI, preset

make = preset(OPENAI, "OPENAI_API_KEY")
