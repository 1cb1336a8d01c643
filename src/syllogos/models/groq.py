"""Open models on Groq's hardware."""

from syllogos.models.client.chat import preset

make = preset("https://api.groq.com/openai/v1", "GROQ_API_KEY")
