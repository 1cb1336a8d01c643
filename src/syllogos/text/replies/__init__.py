"""Reading what a model sent back: its thoughts apart, then one answer or none; nothing is guessed.

``docs/replies.md`` is the table of shapes, each with what it becomes; a test runs it.
"""

from syllogos.text.replies.answer import LONGEST, read_answer
from syllogos.text.replies.calls import call_arguments
from syllogos.text.replies.labels import resolve
from syllogos.text.replies.objects import read_object
from syllogos.text.replies.thoughts import SplitReply, joined, split_thoughts

__all__ = [
    "LONGEST",
    "SplitReply",
    "call_arguments",
    "joined",
    "read_answer",
    "read_object",
    "resolve",
    "split_thoughts",
]
