"""Formulas as JSON trees: read back as they were, and a fault is told by its place."""

import json

import pytest
from hypothesis import given

from formulas import formulas
from syllogos.logic.trees import SCHEMA, TreeError, formula_from_tree, tree_of


@given(formulas())
def test_a_tree_is_read_back_as_the_formula(formula):
    assert formula_from_tree(json.loads(json.dumps(tree_of(formula)))) == formula


@pytest.mark.parametrize(
    ("tree", "says"),
    [
        ({"and": [True, {"predicate": "Dog", "of": [None]}]}, "and[1].of[0]: a term"),
        ({"and": [True]}, "and: a list of at least 2"),
        ({"implies": [True, True, True]}, "implies: a list of exactly 2"),
        ({"nand": [True, True]}, "nand: there is no 'nand'"),
        ({"forall": [], "body": True}, "forall: a list of at least 1"),
        ({"forall": ["x"], "body": {"not": 3}}, "body.not: a formula is an object"),
        ({"predicate": "", "of": []}, "predicate: a name is wanted"),
        ("Dog(rex)", "the formula: a formula is an object or true or false, not str"),
        ({"equal": ["a", {"function": "f", "of": []}]}, "equal[1].of: a list of at least 1"),
        ({"equal": ["a", -1]}, "equal[1]: a term"),
    ],
)
def test_a_fault_is_told_by_its_place(tree, says):
    with pytest.raises(TreeError) as caught:
        formula_from_tree(tree)
    assert str(caught.value).startswith(says)


def test_nesting_of_10000_is_a_limit():
    tree = True
    for _ in range(10_000):
        tree = {"not": tree}
    with pytest.raises(TreeError, match="nested deeper than 100"):
        formula_from_tree(tree)


def test_the_schema_names_every_kind_of_node():
    kinds = {key for node in SCHEMA["$defs"]["formula"]["anyOf"] for key in node.get("properties", {})}
    assert kinds == {"predicate", "of", "equal", "less", "at_most", "not", "and", "or", "xor", "implies", "iff",
                     "forall", "exists", "body"}  # fmt: skip
