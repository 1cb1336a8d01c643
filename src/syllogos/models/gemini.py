"""Google's Gemini models at their OpenAI-compatible address."""

from syllogos.models.client.chat import preset

make = preset("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY")
