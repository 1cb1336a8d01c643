"""The thoughts of a reply apart from what it says: tags of every family, channels, run-on turns.

A thought is never read for an answer.  What opens and never closes has no answer after it; what
closes without having opened makes all before it a thought, since templates may open by themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from syllogos.text.replies.strict import whole_object

NAMES = (
    "think|thinking|thought|thoughts|reasoning|reason|reflection|reflect|analysis|scratchpad|scratch_pad"
    "|monologue|inner_monologue|deliberation|rationale|explanation|justification|chain_of_thought|cot|details"
)
TAG = re.compile(
    rf"<(?P<closing>/?)[ ]?(?:[a-z]{{1,10}}:)?(?P<angle>{NAMES})(?:[ \t\n/][^<>]{{0,200}})?>"
    rf"|^[ \t]{{0,20}}\[(?P<square>{NAMES})\]"
    rf"|\[/(?P<square_end>{NAMES})\]"
    r"|(?P<begin>◁think▷|<\|(?:begin_of_thought|start_thinking|thinking|think)\|>|<unused94>|<\|channel>|<!--)"
    r"|(?P<finish>◁/think▷|<\|(?:end_of_thought|end_thinking|/thinking|/think)\|>|<unused95>|<channel\|>|-->)",
    re.IGNORECASE | re.MULTILINE,
)
TOKEN = "token"
"""The one name of all special tokens around thoughts."""
COMMENT = "comment"
"""The name of what HTML does not show; the end of one alone is an arrow."""

BEGINS = re.compile(
    r"\s*+(?:<bos>|<\|(?:begin_of_text|startoftext|assistant)\|>|<\|im_start\|>(?:assistant)?"
    r"|<start_of_turn>(?:model)?|<\|start_header_id\|>assistant<\|end_header_id\|>|<[|｜]Assistant[|｜]>|\[/INST\])",
    re.IGNORECASE,
)
"""What a template puts before a reply."""
ENDS = re.compile(
    r"<\|(?:im_end|im_start|eot_id|eom_id|endoftext|end_of_text|eos|user|system|assistant|observation"
    r"|start_header_id|end_of_turn|end▁of▁sentence|return|fim_pad|end)\|>"
    r"|<(?:end_of_turn|start_of_turn|eos|eod|pad|end_of_text)>|<｜(?:end▁of▁sentence|user)｜>|\[INST\]|\[EOS\]|</?s>",
    re.IGNORECASE,
)
"""Tokens at which a reply ends; what comes after them is nobody's answer."""
CHANNEL = "<|channel|>"
CHANNEL_END = re.compile(r"<\|(?:end|return|call|start)\|>")
GLUED = re.compile(r"\s*+analysis(?=[A-Z\"'])")
"""A reply with channels whose special tokens were dropped."""


@dataclass(frozen=True)
class SplitReply:
    """What a reply says, and what it thinks; ``thoughts`` is empty where it shows none."""

    said: str
    thoughts: str


def split_thoughts(text: str) -> SplitReply:
    """What ``text`` says apart from its thoughts, without the tokens of templates.

    A reply that is one JSON object holds no thoughts beside those in the JSON: marks within its texts
    are only words.  A reply of which nothing is taken comes back as it is.

    >>> split_thoughts("<think>B pays more.</think> B")
    SplitReply(said='B', thoughts='B pays more.')
    >>> split_thoughts("<think>still going")
    SplitReply(said='', thoughts='still going')
    """
    if whole_object(text) is not None:
        return SplitReply(text, "")
    if CHANNEL in text:
        said, aside = _channels(text)
    elif glued := GLUED.match(text):
        before, _, after = text[glued.end() :].rpartition("assistantfinal")
        said, aside = (after, before) if before else ("", after)
    else:
        said, aside = text, ""
    said = _own_turn(said)
    if whole_object(said) is None:
        said, tagged = _untagged(said)
        aside = joined(aside, tagged)
    return SplitReply(text if said == text else said.strip(), aside)


def joined(*texts: str) -> str:
    """Texts in their order with a blank line between them; empty ones and repetitions are left out."""
    return "\n\n".join(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _channels(text: str) -> tuple[str, str]:
    """What goes to the channel ``final`` or to a tool, and everything else."""
    first, *messages = text.split(CHANNEL)
    said: list[str] = []
    aside = [CHANNEL_END.split(first)[0]]
    for message in messages:
        head, _, body = message.partition("<|message|>")
        content = CHANNEL_END.split(body, 1)[0]
        final = head.strip().lower().startswith("final") or "to=functions" in head[:200]
        (said if final else aside).append(content)
    return "\n".join(said), joined(*aside)


def _own_turn(text: str) -> str:
    """``text`` from where the template ends to where the next turn begins.

    A text that is struck out in HTML uses the tags of two such tokens: it is left as it is.
    """
    at = 0
    while begins := BEGINS.match(text, at):
        at = begins.end()
    struck = "<s>" in text[at:]
    for ends in ENDS.finditer(text, at):
        if not (struck and ends[0] in ("<s>", "</s>")):
            return text[at : ends.start()]
    return text[at:]


def _untagged(text: str) -> tuple[str, str]:
    """What stands outside all tags of thoughts, and what stands inside."""
    said: list[str] = []
    thoughts: list[str] = []
    open_tags: list[str] = []
    times: Counter[str] = Counter()
    at, looked = 0, False
    for tag in TAG.finditer(text):
        name, closes = _named(tag)
        if not name or (closes and not times[name] and (open_tags or name == COMMENT)):
            continue
        piece, at = text[at : tag.start()], tag.end()
        if not closes:
            (thoughts if open_tags else said).append(piece)
            if not (open_tags and open_tags[-1] == name and not piece.strip()):
                open_tags.append(name)
                times[name] += 1
            continue
        if not open_tags:
            thoughts += [*said, piece]
            said.clear()
            continue
        thoughts.append(piece)
        while times[name]:
            last = open_tags.pop()
            times[last] -= 1
            if last == name:
                break
        if not open_tags and not looked:
            looked = True
            if whole_object(text[at:]) is not None:
                break
    (thoughts if open_tags else said).append(text[at:])
    return "\n".join(said), joined("\n".join(thoughts))


def _named(tag: re.Match[str]) -> tuple[str, bool]:
    """The name of a tag, and whether it closes; no name of one that is empty by itself."""
    if tag["begin"] or tag["finish"]:
        return (COMMENT if tag[0] in ("<!--", "-->") else TOKEN), bool(tag["finish"])
    if tag["angle"] and tag[0].endswith("/>"):
        return "", False
    name = tag["angle"] or tag["square"] or tag["square_end"]
    return name.lower(), bool(tag["closing"] or tag["square_end"])
