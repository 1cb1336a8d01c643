"""One game as HTML, from its record alone: events with their audience, every attempt, what was found.

A record says each event in words (``say``, ``to``), so any game can be shown, also one whose plugin
is gone.  All text is a stranger's and is escaped.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from syllogos.contract import Attempt, Event, Fault, Seat, Trace, total
from syllogos.experiment.reading import CallRow
from syllogos.match.record import Record, fault_of, in_words, verdicts_of
from syllogos.match.referees import judged_seat
from syllogos.metrics.games import GameResult
from syllogos.metrics.table import named, shown
from syllogos.reporting.drawing import PLAYERS
from syllogos.text.escape import esc, long_text
from syllogos.text.plain import plain
from syllogos.verdict import Verdict

Calls = Mapping[tuple[int, int], Sequence[CallRow]]
"""Journalled calls by seat and the number of the seat's own turn; at -1 those of no turn, as of referees."""


NO_TURN = -1


def replay(game: GameResult, record: Record | None, calls: Calls, view: str = "", *, prompts: bool) -> str:
    """The article of one game.

    Args:
        game: who played, and how it went.
        record: None for a game that has none yet.
        calls: what the models were asked and said.
        view: HTML that the game's own plugin made of the record, shown first.
        prompts: show the whole conversations; else only the replies behind faulty attempts.
    """
    parts = [_head(game)]
    if game.error:
        parts.append(f'<pre class="error">{long_text(game.error)}</pre>')
    if record is not None:
        course = _course(game, record, calls, prompts)
        if view:
            course = f"<div class=view>{view}</div>{_folded('every event and attempt', course)}"
        parts.append(course)
    elif not game.error:
        parts.append("<p>Nothing is recorded of it yet.</p>")
    words = " ".join([game.condition, *map(str, game.cell.values()), game.kind, game.end, game.key])
    words += " " + " ".join(seat.player for seat in game.seats)
    return f'<article id="g-{esc(game.key)}" data-words="{esc(words.lower())}">{"".join(parts)}</article>'


def by_turn(calls: Iterable[CallRow], seats: int) -> Calls:
    """Calls by seat and own turn; referees' go with the seat they judge, one of so many ``seats``."""
    found: dict[tuple[int, int], list[CallRow]] = {}
    for call in calls:
        turn = call.turn if call.seat >= 0 else NO_TURN
        found.setdefault((judged_seat(call.seat, seats), turn), []).append(call)
    return found


def label(game: GameResult) -> str:
    """A game in a line of the list: its condition, its cell, its repetition."""
    cell = ", ".join(map(named, game.cell.values()))
    return " · ".join(filter(None, (game.condition, cell, str(game.repetition + 1))))


def state(game: GameResult) -> str:
    """How it went, in a word or two."""
    if game.kind != "played":
        return str(game.kind)
    return game.end or str(game.status)


def _head(game: GameResult) -> str:
    scores = "".join(
        f'<li><b class="t-p{seat.seat % PLAYERS}">{seat.seat}</b> {esc(seat.player)}'
        f"<span>{'' if seat.score is None else esc(shown(seat.score))}</span></li>"
        for seat in game.seats
    )
    bad = ' class="bad"' if game.kind != "played" else ""
    spent = f" · {game.usage.calls} calls, {_tokens(game.usage.tokens)}"
    end = f" ({esc(game.end)})" if game.kind != "played" and game.end else ""
    return (
        f"<h3>{esc(label(game))}</h3><p class=meta><span{bad}>{esc(state(game))}</span>{end} · "
        f"{esc(game.game)} · {game.turns} turns{spent if game.usage.calls else ''} · "
        f"seed {game.seed} · <code>{esc(game.key[:12])}</code></p><ul class=players>{scores}</ul>"
    )


def _tokens(count: int | None) -> str:
    return "tokens unknown" if count is None else f"{count:,} tokens"


def _course(game: GameResult, record: Record, calls: Calls, prompts: bool) -> str:
    """Events and decisions in the order they came, or one after the other where a record has no order."""
    turns = _turns(game, record.turns, calls, prompts)
    events = [_event(event) for event in record.log]
    begun, beside = record.begun, _beside(calls) if prompts else ""
    if len(begun) != len(turns):
        decided = f"<h4>Who decided what</h4>{''.join(turns)}" if turns else ""
        return f"<h4>What happened</h4>{_list(events)}{decided}{beside}"
    cuts = [*begun, len(events)]
    steps = [turn + _list(events[a:b]) for turn, a, b in zip(turns, cuts, cuts[1:], strict=False)]
    return _list(events[: cuts[0]]) + "".join(steps) + beside


def _beside(calls: Calls) -> str:
    """What was asked and said beside the turns: by referees, seat by seat that they judge."""
    return "".join(
        _folded(f"asked and said of seat {seat}, beside its turns", "".join(_call(c, True) for c in said))
        for (seat, turn), said in sorted(calls.items())
        if turn == NO_TURN
    )


def _list(events: Sequence[str]) -> str:
    return f"<ol class=events>{''.join(events)}</ol>" if events else ""


def _event(event: Event) -> str:
    to = event.to
    audience = ""
    if to is not None:
        audience = f"<span class=to>{'to ' + ', '.join(map(str, sorted(to))) if to else 'record only'}</span>"
    return f"<li>{audience}{long_text(in_words(event.what))}</li>"


def _turns(
    game: GameResult, turns: Sequence[Mapping[Seat, Trace[object]]], calls: Calls, prompts: bool
) -> list[str]:
    """Each turn: who moved, every attempt; own turns are counted to find the calls behind them."""
    own: Counter[int] = Counter()
    shown_turns = []
    for number, turn in enumerate(turns, 1):
        seats = []
        for seat, trace in sorted(turn.items()):
            said = calls.get((seat, own[seat]), ())
            own[seat] += 1
            seats.append(_seat(game, seat, trace.attempts, said, prompts))
        shown_turns.append(f"<section class=turn><h5>{number}</h5><div>{''.join(seats)}</div></section>")
    return shown_turns


def _seat(
    game: GameResult, seat: int, attempts: Sequence[Attempt[object]], calls: Sequence[CallRow], prompts: bool
) -> str:
    name = game.seats[seat].agent if seat < len(game.seats) else ""
    who = f'<span class="who t-p{seat % PLAYERS}" title="{esc(name)}">{seat} {esc(name)}</span>'
    body = "".join(map(_attempt, attempts))
    faulty = any(fault_of(attempt) for attempt in attempts)
    if prompts and calls:
        body += _folded("what was asked and said", "".join(_call(call, prompts) for call in calls))
    elif faulty and (unread := [call for call in calls if _adds(call, attempts)]):
        body += _folded("what the model said", "".join(_call(call, prompts) for call in unread))
    return f"<div class=seat>{who}<div class=tries>{body}</div></div>"


def _adds(call: CallRow, attempts: Sequence[Attempt[object]]) -> bool:
    """Whether a call's reply says something that no attempt's reasoning says already."""
    answer = call.answer
    reply = answer.get("reply") if "kind" in answer else answer
    text = str((reply or {}).get("text", "")).strip()
    return (
        call.kind == "complete" and bool(text) and all(text != a.decision.because.strip() for a in attempts)
    )


def _attempt(attempt: Attempt[object]) -> str:
    fault, move, tried = fault_of(attempt), attempt.decision.move, attempt.decision.tried
    parts = []
    if fault:
        parts.append(f"<span class=fault>{esc(fault.kind)}</span> {long_text(fault.say)}")
    if move is not None and not isinstance(move, Fault):
        text = move if isinstance(move, str) else json.dumps(move, ensure_ascii=False)
        parts.insert(0, f'<span class="move{" struck" if fault else ""}">{long_text(text)}</span>')
    parts += [_verdict(verdict) for verdict in verdicts_of(attempt)]
    parts += [f"<p class=note>{long_text(in_words(note))}</p>" for note in attempt.review.notes]
    if because := attempt.decision.because:
        parts.append(_folded("reasoning", f"<pre>{long_text(because)}</pre>"))
    if len(tried) > 1:
        inner = "".join(map(_attempt, tried[:-1]))
        parts.append(_folded(f"{len(tried) - 1} earlier of its own", f"<div class=tries>{inner}</div>"))
    return f"<div class=attempt>{' '.join(parts)}</div>"


def _verdict(verdict: Verdict[object]) -> str:
    more = [f"<p>{long_text(verdict.reason)}</p>"] if verdict.reason else []
    for name, value in (("answer", verdict.answer), ("evidence", verdict.evidence)):
        if value is not None:
            text = json.dumps(plain(value), ensure_ascii=False, indent=1)
            more.append(f"<p class=meta>{name}</p><pre>{long_text(text)}</pre>")
    clock = "" if verdict.stable else ", stopped by a clock"
    more.append(f"<p class=meta>isolation: {esc(verdict.isolation)}{clock}</p>")
    head = f'<span class="verdict v-{esc(verdict.status)}">{esc(verdict.status)}</span> {esc(verdict.engine)}'
    return f"<details><summary>{head}</summary>{''.join(more)}</details>"


def _call(call: CallRow, prompts: bool) -> str:
    asked = ""
    if prompts and call.kind == "complete":
        asked = "".join(
            f"<p class=meta>{esc(role)}</p><pre>{long_text(text)}</pre>" for role, text in call.request
        )
    elif prompts:
        asked = f"<p class=meta>{esc(call.kind)} {esc(call.what)}</p><pre>{_pretty(call.request)}</pre>"
    cost = f", {_tokens(total([call.tokens_in, call.tokens_out]))}" if call.kind == "complete" else ""
    return f"{asked}<p class=meta>answer{cost}</p>{_answer(call)}" if call.kind != "note" else asked


def _answer(call: CallRow) -> str:
    answer = call.answer
    if call.kind == "embed":
        return f"<p>vectors: {esc(' × '.join(map(str, answer['shape'])))}</p>"
    if call.kind != "complete" or not isinstance(answer, dict):
        return f"<pre>{_pretty(answer)}</pre>"
    reply = answer.get("reply") if "kind" in answer else answer
    fault = (
        f"<p><span class=fault>{esc(answer['kind'])}</span> {esc(answer['say'])}</p>"
        if "kind" in answer
        else ""
    )
    if not isinstance(reply, dict):
        return fault
    thought = (
        _folded("its own reasoning", f"<pre>{long_text(reply['reasoning'])}</pre>")
        if reply.get("reasoning")
        else ""
    )
    return f"{fault}{thought}<pre>{long_text(str(reply.get('text', '')))}</pre>"


def _pretty(value: object) -> str:
    return long_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1))


def _folded(summary: str, inside: str) -> str:
    return f"<details><summary>{summary}</summary>{inside}</details>"
