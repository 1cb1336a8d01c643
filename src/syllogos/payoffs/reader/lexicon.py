"""The words of payoff talk in English, by what they do in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.claims import THEM, YOU
from syllogos.payoffs.reader.aliases import forms, letters, verbs

PHRASES: Mapping[str, str] = {
    "BOTH": "both, both players, both of us, we both, they both, we each, they each, each, each "
    "player, each of us, apiece, all round, all around, us both, the two of us, "
    "both sides, both parties, everyone, all players, each other, both of them, each "
    "person, both individuals, both people",
    "WE": "we, us, we'd, we'll, we're, we've",
    "OUR": "our",
    "ONE": "one, one player, one of us, the first player, the second player, either player, someone, "
    "neither player, another, one person, a player, neither of us, either of us, others, "
    "players, people",
    "CHOOSE": "go, goes, choose, chooses, chose, chosen, pick, picks, picked, select, selects, "
    "selected, play, plays, played, show, shows, showed, throw, throws, threw, hunt, hunts, chase, "
    "chases, take, takes, took, use, uses, attend, attends, visit, visits, head to, heads to, go to, goes "
    "to, reveal, reveals, present, presents, meet at, lean towards, leans towards, lean toward, leaning "
    "towards, lean to, consider, considers, go with, goes with, go for, goes for, opt for, "
    "opts for, opted for, stick with, sticks with, going for, decide on, decides on, stay "
    "with, switch to, switches to",
    "CHOOSING": "choosing, showing, throwing, hunting, chasing, taking, going to, heading to, picking, "
    "selecting, playing, going with, opting for, sticking with, switching "
    "to, the choice of, deciding on, considering, leaning toward",
    "GET": "get, gets, got, receive, receives, received, earn, earns, earned, win, wins, gain, "
    "gains, obtain, obtains, end up with, ends up with, end up getting, ends up getting, be "
    "left with, collect, collects, take home, takes home, walk away with, walks away with, "
    "make, makes, achieve, achieves, end up earning, be stuck with, earning a, secure, "
    "secures, have, has, lose, loses, lost, end up losing, ends up losing",
    "GETTING": "getting, receiving, earning, winning, gaining, obtaining, ending up with, making, "
    "collecting, taking home, achieving, securing, ending up getting, walking away with, "
    "being left with, losing",
    "GIVE": "give, gives, gave, giving, yield, yields, yielding, result in, results in, resulting in, "
    "lead to, leads to, leading to, bring, brings, bringing, provide, provides, providing, "
    "offer, offers, offering, pay, pays, paying, pays off, produce, produces, leave, leaves, "
    "leaving, net, nets, netting, grant, grants, reward, earns me, nets me, carries, costs, "
    "making me get, result, results, comes with",
    "ENSURE": "ensure, ensures, ensuring, guarantee, guarantees, guaranteeing, guaranteed, assure, "
    "assures, assured, guaranteed to, sure of, certain of, certain to, sure to",
    "CAN": "can, could, may, might, chance, chance of, potential, potentially, possible, possibly, "
    "risk, risks, risking, possibility of, possibility, opportunity, hope, hoping, likely, "
    "probability",
    "ATLEAST": "at least, no less than, not less than, a minimum of, minimum of, at minimum, at a minimum",
    "ATMOST": "at most, no more than, up to, a maximum of, maximum of, at best",
    "IF": "if, when, whenever, in case, in the case that, assuming, suppose, supposing, provided, "
    "provided that, given that, as long as, where, in the event that, in the event, should, "
    "even if, only if",
    "VERSA": "vice versa",
    "UNLESS": "unless, except when, except if",
    "THAN": "than, instead of, rather than, compared to, compared with, as opposed to, versus, vs, "
    "over, relative to, in comparison to, in contrast to, whereas, unlike",
    "WHILE": "while, and",
    "W": "even though, as though, even when",
    "BUT": "but, however, although, though, yet",
    "NOT": "not, never, no, cannot, without, neither, nor, isn't, won't, doesn't, don't, wouldn't, "
    "couldn't, can't, didn't, aren't, wasn't, hardly",
    "ALWAYS": "regardless, irrespective, no matter, whatever, always, in both cases, in all cases, in "
    "either case, either way, in every case, in all scenarios, in both scenarios, in either "
    "scenario, in any case, under all circumstances, in all situations, in every scenario, "
    "independent, independently, in both situations, in each case, for every, for both of, in "
    "all circumstances, whichever, against both, against either",
    "ALSO": "also, too, likewise, as well, similarly",
    "PAYOFF": "payoff, payoffs, pay-off, pay-offs, payout, payouts, outcome, outcomes, result, reward, "
    "rewards, return, returns, earnings, gain, profit, amount, value, score, utility, pay, "
    "scenario, case, pay off, total",
    "EXPECTED": "expected, average, on average, expectation, in expectation",
    "GUARANTEED": "guaranteed, worst case, worst-case, security, minimum guaranteed, guaranteed minimum, "
    "guaranteed worst-case, assured, secure, certain",
    "HIGHEST": "highest, maximum, max, greatest, largest, biggest, maximal, most",
    "LOWEST": "lowest, minimum, min, least, smallest, minimal",
    "BEST": "best, best-case, best case, optimal",
    "WORST": "worst, worst-case, worst case",
    "HIGHER": "higher, more, greater, better, larger, bigger, superior, preferable, better off, "
    "preferred, outweighs, outweigh, exceeds, exceed, beats, beat, tops, surpasses, above",
    "LOWER": "lower, less, worse, smaller, inferior, worse off, fewer, below",
    "EQUAL": "same, equal, identical, equals, equally",
    "SAFER": "safer, less risky, more secure, lower risk, less risk, lower-risk, lesser risk, more "
    "certain, more cautious, more risk-averse",
    "SAFEST": "safest, least risky, most secure, lowest risk, lowest-risk, safest possible, most cautious",
    "SAFE": "safe, secure, risk-averse, risk averse, risk-free, low-risk, cautious, conservative, safety",
    "RISKIER": "riskier, more risky, less safe, higher risk, less secure, higher-risk, more risk",
    "RISKY": "risky, riskiest, high-risk, most risky, a gamble, dangerous",
    "AVOID": "avoid, avoids, avoiding, eliminate, eliminates, eliminating, prevent, prevents, "
    "protects, protecting, protect, escapes, protects me from, protecting myself from, rules "
    "out, protect against",
    "MUTUAL": "mutual, joint, combined, collective, total, social, overall, mutually, collectively, jointly",
    "RESPONSE": "best response, best reply, best choice, best move, best option, best strategy, best "
    "action, best bet, optimal choice, optimal response, optimal move, optimal strategy, "
    "optimal action, optimal decision, best decision, best course of action, optimal option, "
    "best pick, best answer",
    "PREFER": "prefer, prefers, preferred, would rather",
    "DOMINATES": "dominates, dominate, strictly dominates, dominated, weakly dominates, dominating",
    "DOMINANT": "dominant, dominant strategy, strictly dominant, weakly dominant",
    "STRICT": "strictly",
    "WEAK": "weakly",
    "EQUILIBRIUM": "equilibrium, equilibria, nash equilibrium, nash equilibria",
    "PARETO": "pareto, pareto-dominates, pareto dominates, pareto-optimal, pareto optimal",
    "MULTIPLE": "twice, double, doubles, triple, triples, half as, as much, as many, as good, as bad, halves",
    "SYMMETRIC": "symmetric, symmetrical",
    "OPTION": "choice, option, action, strategy, move, decision, alternative, pick, bet, play, "
    "approach, course, route, path, one, way",
    "BE": "is, are, was, be, being, seems, appears, looks, would be, will be, is to, remains, "
    "becomes, becoming, seem, were, represents, feels, means",
    "BY": "by, against, with, from, for, of, through, via, to, in, under",
    "SAMECASE": "in that case, in this case, in which case, then, this way, in such a case, in this "
    "scenario, in that scenario, here, in this situation",
    "SKIP": "on the other hand, on the one hand, in other words, on one hand, other hand, in "
    "addition, for example, first of all, after all, at the same time, in the end, of course, "
    "in fact, in general",
    "HALF": "fifty-fifty, equally likely, equal probability, equal chance, equal probabilities, "
    "50/50, equal likelihood",
    "ZERO": "nothing, zero, none, zilch, nil, naught",
    "OTHERWISE": "otherwise, else",
    "THIS": "this, that, which, it",
    "MUST": "should, ought, must, need, want, wants, believe, expect, think, thinks, expects, believes",
}
"""Phrases by tag; where tags share a phrase the first one listed has it."""

OTHERS = (
    "they, them, he, she, him, they'd, they'll, they're, he'd, he'll, she'd, she'll, opponent, my opponent, "
    "the opponent, your opponent, the other "
    "player, the other person, the other, other player, the anonymous player, anonymous "
    "player, partner, my partner, the other one, the other side, counterpart, my counterpart, "
    "the partner, this player, the second player, other person, anonymous opponent, the "
    "anonymous opponent, the other participant, other participant, their side, themselves, "
    "each opponent, the other party, the rival, my rival, the other guy, the counterpart, the "
    "other human, the other anonymous player, our opponent"
)
THEIRS = (
    "their, his, her, theirs, opponent's, the opponent's, my opponent's, the other player's, "
    "other player's, the other's, the anonymous player's, the other person's, my partner's, "
    "the partner's"
)
MINE = "i, me, myself, you, yourself, their opponent, i'd, i'll, i'm, i've, you'd, you'll, you're"
PRONOUNS = frozenset(
    {
        "i",
        "me",
        "myself",
        "you",
        "yourself",
        "we",
        "us",
        "they",
        "them",
        "he",
        "him",
        "she",
        "her",
        "it",
        "one",
    }
)
"""What may be a player's name in a game's file and still is whoever the speaker makes it."""
MYS = "my, your, mine"
NOUNS = (
    "player, person, guy, man, woman, girl, boy, kid, one, side, party, participant, human, hunter, driver, "
    "firm, company, seller, shop, store, prisoner, suspect, team, country, animal, bird, farmer, fisher, "
    "worker, colleague, friend, buddy, spouse, wife, husband, roommate, flatmate, neighbour, neighbor, "
    "partner, opponent, rival, competitor, accomplice, co-player, coplayer, counterpart, bidder, student"
)
"""Who else may be playing: ``the other hunter``, ``my neighbour's``."""


@dataclass(frozen=True)
class Word:
    """What a phrase stands for: its tag, and the player or action it names."""

    tag: str
    value: str = ""


@dataclass(frozen=True)
class Lexicon:
    """Phrases (tuples of lower-case words) by their first word, longest first; labels as written."""

    phrases: Mapping[str, tuple[tuple[tuple[str, ...], Word], ...]]
    letters: Mapping[str, str]

    def profile(self, word: str) -> tuple[tuple[str, int, int], ...]:
        """``CD`` or ``stag-hare``: two actions written as one word, each with its place in it."""
        parts = word.split("-") if "-" in word else list(word) if len(word) == 2 and word.isupper() else []
        names = [self._action(part) for part in parts]
        if len(names) != 2 or not all(names) or word in ("OF", "AS", "SO"):
            return ()
        cut, at = len(parts[0]), len(word) - len(parts[1])
        return ((names[0], 0, cut), (names[1], at, len(word)))

    def _action(self, part: str) -> str:
        words = self.phrases.get(part.lower(), ())
        named = (w.value for p, w in words if len(p) == 1 and w.tag in ("ACT", "DO"))
        return self.letters.get(part) or next(named, "")


def lexicon(game: NormalForm, me: int, text: str = "") -> Lexicon:
    """The words for one game, with its actions and players, as ``me`` speaks in ``text``."""
    table: dict[tuple[str, ...], Word] = {}
    for words, word in [
        *_players(game, me),
        *_actions(game),
        *((form, Word("DO", label)) for form, label in verbs(game, text)),
        *_common(len(game.players)),
    ]:
        table.setdefault(words, word)
    by_first: dict[str, list[tuple[tuple[str, ...], Word]]] = {}
    for words, word in table.items():
        by_first.setdefault(words[0], []).append((words, word))
    longest = {k: tuple(sorted(v, key=lambda e: -len(e[0]))) for k, v in by_first.items()}
    labels = tuple(dict.fromkeys(a for actions in game.actions for a in actions))
    return Lexicon(longest, letters(labels, text))


def _split(phrases: str) -> Iterator[tuple[str, ...]]:
    for phrase in phrases.split(","):
        yield tuple(phrase.split())


def _common(players: int) -> Iterator[tuple[tuple[str, ...], Word]]:
    groups: list[tuple[str, str, str]] = [("ME", YOU, MINE), ("MY", YOU, MYS)]
    if players == 2:
        groups += [("THEM", THEM, OTHERS), ("THEIR", THEM, THEIRS)]
        for noun in (n.strip() for n in NOUNS.split(",")):
            called = [f"{whose} {noun}" for whose in ("the other", "other", "my", "your")]
            groups += [("THEM", THEM, ", ".join(called)), ("THEIR", THEM, "'s, ".join(called) + "'s")]
    groups += [(tag, "", phrases) for tag, phrases in PHRASES.items()]
    for tag, value, phrases in groups:
        for words in _split(phrases):
            yield words, Word(tag, value)


def _players(game: NormalForm, me: int) -> Iterator[tuple[tuple[str, ...], Word]]:
    for i, name in enumerate(game.players):
        other = THEM if len(game.players) == 2 else name
        word = Word("ME", YOU) if i == me else Word("THEM", other)
        own = Word("MY", YOU) if i == me else Word("THEIR", other)
        called = [f"player {i + 1}"]
        if name.lower() not in PRONOUNS:
            called += [name.lower(), f"the {name.lower()} player", f"{name.lower()} player"]
        letter = "abcdefghij"[i : i + 1]
        if letter:
            called.append(f"player {letter}")
        for phrase in called:
            yield tuple(phrase.split()), word
            yield tuple(f"{phrase}'s".split()), own


def _actions(game: NormalForm) -> Iterator[tuple[tuple[str, ...], Word]]:
    """Labels of several letters in all their forms; single letters are left to the lexer."""
    for label in dict.fromkeys(a for actions in game.actions for a in actions):
        if len(label) > 1:
            yield tuple(label.lower().split()), Word("ACT", label)
            for form in forms(label.lower()):
                yield (form,), Word("DO", label)
