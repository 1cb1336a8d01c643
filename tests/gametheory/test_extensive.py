"""Finite trees, mixed equilibria and the classes of 2x2 games, beside known values and nashpy."""

from __future__ import annotations

import warnings
from fractions import Fraction
from itertools import product

import nashpy
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from syllogos.gametheory.catalog import GAMES, bimatrix
from syllogos.gametheory.classes import CLASSES, classes, fit, namings, ordinal, traits
from syllogos.gametheory.extensive import (
    End,
    Node,
    ends,
    nodes,
    one_move_each,
    search_perfect,
    staged,
    strategic_form,
    subgame_perfect,
)
from syllogos.gametheory.mixed import mixed_equilibria
from syllogos.gametheory.normal_form import NormalForm, pure_equilibria

PAY = st.integers(-30, 30)
HALF = Fraction(1, 2)


def squares(pay: st.SearchStrategy[int] = PAY) -> st.SearchStrategy[NormalForm]:
    return st.lists(st.tuples(pay, pay), min_size=4, max_size=4).map(
        lambda cells: bimatrix(("a", "b"), ("a", "b"), dict(zip(product("ab", "ab"), cells, strict=True)))
    )


def forms(most: int = 3) -> st.SearchStrategy[NormalForm]:
    def build(shape: tuple[int, int, list[tuple[int, int]]]) -> NormalForm:
        rows, columns, cells = shape
        names = [tuple(map(str, range(n))) for n in (rows, columns)]
        return bimatrix(names[0], names[1], dict(zip(product(*names), cells, strict=False)))

    sizes = st.integers(1, most)
    return st.tuples(
        sizes, sizes, st.lists(st.tuples(PAY, PAY), min_size=most * most, max_size=most * most)
    ).map(build)


@pytest.mark.parametrize("code", ["pd", "hd", "sh", "bs", "mp"])
def test_the_games_of_the_literature_are_in_their_own_class_only(code: str) -> None:
    assert classes(GAMES[code]) == (code,)


def test_a_class_does_not_depend_on_values_names_or_seats() -> None:
    far = bimatrix(("x", "y"), ("x", "y"), {
        ("x", "x"): (-3, 40), ("x", "y"): (7, -2), ("y", "x"): (9, 0), ("y", "y"): (-8, 5),
    })  # fmt: skip
    assert fit(far, "mp") == "fits", "the column player wins when they match"
    assert fit(far, "bs") == "no"


def test_different_renamings_for_players_who_share_names_are_told_apart() -> None:
    opposite = bimatrix(("a", "b"), ("a", "b"), {
        ("a", "a"): (0, 0), ("a", "b"): (2, 1), ("b", "a"): (1, 2), ("b", "b"): (0, 0),
    })  # fmt: skip
    assert fit(opposite, "bs") == "unanchored"
    apart = bimatrix(("work", "rest"), ("pay", "keep"), {
        ("work", "pay"): (0, 0), ("work", "keep"): (2, 1), ("rest", "pay"): (1, 2), ("rest", "keep"): (0, 0),
    })  # fmt: skip
    assert fit(apart, "bs") == "fits", "names that are not shared are renamed apart"


def test_an_order_of_payoffs_without_symmetry_is_no_dilemma_of_the_paper() -> None:
    lopsided = bimatrix(("c", "d"), ("c", "d"), {
        ("c", "c"): (3, 4), ("c", "d"): (0, 5), ("d", "c"): (5, 0), ("d", "d"): (1, 1),
    })  # fmt: skip
    assert fit(lopsided, "pd") == "no"


def test_there_are_78_strict_ordinal_games() -> None:
    ranks = [dict(zip(product("ab", "ab"), order, strict=True)) for order in _orders()]
    found = set()
    for row in ranks:
        for column in ranks:
            cells = {cell: (row[cell], column[cell]) for cell in row}
            found.add(ordinal(bimatrix(("a", "b"), ("a", "b"), cells)))
    assert len(found) == 78


def _orders() -> list[tuple[int, ...]]:
    return [o for o in product((1, 2, 3, 4), repeat=4) if len(set(o)) == 4]


@given(squares())
def test_equivalent_squares_are_in_the_same_ordinal_class(game: NormalForm) -> None:
    for q in namings(game, together=False):
        cells = dict(zip(product("ab", "ab"), (q.w, q.x, q.y, q.z), strict=True))
        other = NormalForm(("1", "2"), (("a", "b"), ("a", "b")), {k: tuple(v) for k, v in cells.items()})
        assert ordinal(other) == ordinal(game)
        assert [fit(other, c) == "no" for c in CLASSES] == [fit(game, c) == "no" for c in CLASSES]


def test_traits() -> None:
    assert traits(GAMES["rps"]) == ("zero-sum", "symmetric")
    assert traits(GAMES["pd"]) == ("symmetric",)


def test_mixed_equilibria_of_known_games() -> None:
    assert mixed_equilibria(GAMES["mp"]) == (((HALF, HALF), (HALF, HALF)),)
    thirds = (Fraction(1, 3),) * 3
    assert mixed_equilibria(GAMES["rps"]) == ((thirds, thirds),)
    battle = mixed_equilibria(GAMES["bs"])
    assert (
        battle is not None and ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3))) in battle
    )


@settings(deadline=None, max_examples=60)
@given(forms())
def test_mixed_equilibria_agree_with_nashpy(game: NormalForm) -> None:
    a, b = (
        np.array([[float(game.payoffs[r, c][i]) for c in game.actions[1]] for r in game.actions[0]])
        for i in (0, 1)
    )
    mine = [(np.array(x, float), np.array(y, float)) for x, y in mixed_equilibria(game) or ()]
    assert mine, "every finite game has an equilibrium"
    for x, y in mine:
        assert max(a @ y) - x @ a @ y < 1e-9 and max(x @ b) - x @ b @ y < 1e-9
    assume(min(a.shape) > 1 and _without_ties(a.T) and _without_ties(b))
    # Vertex enumeration (which wants positive payoffs): nashpy's support enumeration compares exactly.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = list(nashpy.Game(a + 31, b + 31).vertex_enumeration())
    for x, y in theirs:
        assert any(np.abs(x - u).max() < 1e-6 and np.abs(y - v).max() < 1e-6 for u, v in mine)


def _without_ties(lines: np.ndarray) -> bool:
    return all(len(set(line)) == len(line) for line in lines)


@given(forms())
def test_pure_equilibria_are_among_the_mixed(game: NormalForm) -> None:
    mixed = mixed_equilibria(game) or ()
    pure = {
        tuple(own[p.index(1)] for own, p in zip(game.actions, pair, strict=True))
        for pair in mixed
        if all(1 in p for p in pair)
    }
    assert pure == set(pure_equilibria(game))


def test_three_players_have_no_mixed_equilibria_here() -> None:
    one = {("a", "a", "a"): (Fraction(0),) * 3}
    with pytest.raises(ValueError, match="two players"):
        mixed_equilibria(NormalForm(("1", "2", "3"), (("a",),) * 3, one))


def ultimatum() -> Node:
    offers = {"fair": (5, 5), "mean": (8, 2)}
    none = End((Fraction(0), Fraction(0)))
    answers = {
        offer: Node((1,), (("yes", "no"),), {("yes",): End(tuple(map(Fraction, pay))), ("no",): none})
        for offer, pay in offers.items()
    }
    return Node((0,), (tuple(offers),), {(offer,): below for offer, below in answers.items()})


def test_backward_induction_in_the_ultimatum_game() -> None:
    (only,) = subgame_perfect(ultimatum())
    assert only.path == (("mean",), ("yes",))
    assert only.payoffs == (8, 2)
    form = strategic_form(ultimatum(), ("proposer", "responder"))
    assert form is not None and form.actions[1] == ("yes/yes", "yes/no", "no/yes", "no/no")
    assert ("fair", "yes/no") in pure_equilibria(form), "Nash, and not subgame-perfect"


@given(squares(), st.sampled_from([((0, 1),), ((0,), (1,)), ((1,), (0,))]))
def test_stages_and_back(game: NormalForm, order: tuple[tuple[int, ...], ...]) -> None:
    tree = staged(game, order)
    assert one_move_each(tree, game.players) == (game, order)
    assert len(list(ends(tree))) == 4


@given(squares())
def test_at_once_perfect_equilibria_are_the_pure_ones(game: NormalForm) -> None:
    found = {perfect.path[0] for perfect in subgame_perfect(staged(game, ((0, 1),)))}
    assert found == set(pure_equilibria(game))


@settings(deadline=None, max_examples=40)
@given(squares(), st.sampled_from([((0,), (1,)), ((1,), (0,))]))
def test_perfect_equilibria_are_nash_equilibria_of_the_strategic_form(
    game: NormalForm, order: tuple[tuple[int, ...], ...]
) -> None:
    tree = staged(game, order)
    form = strategic_form(tree, game.players)
    assert form is not None
    nash = set(pure_equilibria(form))
    at = [(history, node.movers[0]) for history, node in nodes(tree)]
    for perfect in subgame_perfect(tree):
        plan = tuple("/".join(perfect.choices[h][0] for h, mover in at if mover == i) for i in (0, 1))
        assert plan in nash


def test_a_tree_with_other_actions_later_is_no_normal_form() -> None:
    odd = Node(
        (0,),
        (("l", "r"),),
        {("l",): End((Fraction(1),)), ("r",): Node((0,), (("x",),), {("x",): End((Fraction(2),))})},
    )
    assert one_move_each(odd, ("alone",)) is None
    with pytest.raises(ValueError, match="exactly once"):
        staged(GAMES["pd"], ((0,),))


def test_ties_in_many_subgames_do_not_multiply_without_end() -> None:
    own = tuple("abcde")
    tied = {p: (Fraction(1), Fraction(1), Fraction(0)) for p in product(own, own, "lr")}
    found, whole = search_perfect(
        staged(NormalForm(("A", "B", "C"), (own, own, ("l", "r")), tied), ((0, 1), (2,)))
    )
    assert len(found) == 256 and not whole
    assert search_perfect(ultimatum())[1]
