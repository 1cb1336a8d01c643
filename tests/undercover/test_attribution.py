"""Attribution by itself: selection, conclusion, and the prover between them."""

import json

import pytest

import syllogos
from syllogos.contract import Fault, Reply
from syllogos.errors import InputError
from syllogos.text.source import Source
from syllogos.undercover.attribution import (
    AttributionQuestion,
    parse_question,
    read_selection,
    read_theory,
    selection,
)
from syllogos.undercover.attribution_page import attribution_json, attribution_lines
from syllogos.verdict import Status

PREMISES = ["Whoever fears for a buyer lowers the price.", "Mira lowered her offer."]
HYPOTHESES = {"Mira": ["Mira fears for a buyer.", "Mira tests Tom."]}
FEARS = {"why": "she moved", "plausibility": [0.6, 0.2]}


def of(predicate, name="mira"):
    return {"predicate": predicate, "of": [name]}


RULE = {"forall": ["x"], "body": {"implies": [of("Fears", "x"), of("Lowers", "x")]}}
STATEMENTS = [RULE, of("Lowered"), of("Fears")]


class Says:
    """A model that says its list, and keeps what it was asked."""

    def __init__(self, *replies):
        self.replies, self.asked = list(replies), []

    async def complete(self, messages, *, sampling, schema=None):
        self.asked.append(messages)
        reply = self.replies.pop(0)
        if isinstance(reply, Fault):
            return reply
        return Reply(reply if isinstance(reply, str) else json.dumps(reply), tokens_in=1, tokens_out=2)


def concluding(text, conclusion, statements=STATEMENTS):
    return {"why": "so", "conclusion": text}, {"statements": statements, "conclusion": conclusion}


def test_the_likeliest_hypothesis_is_selected_and_a_conclusion_proved():
    model = Says(FEARS, *concluding("Mira lowers the price.", of("Lowers")))
    found = syllogos.attribute(PREMISES, HYPOTHESES, model)
    (one,) = found.selections
    assert found.selected == {"Mira": "Mira fears for a buyer."} and found.by == "model"
    assert one.plausibility == pytest.approx({"Mira fears for a buyer.": 0.75, "Mira tests Tom.": 0.25})
    assert found.conclusion.verdict.status is Status.TRUE and found.conclusion.attempts == 1
    assert found.conclusion.verdict.evidence.needed.premises == ("statement_1", "statement_3")
    assert found.tokens == 9


def test_a_conclusion_that_does_not_follow_goes_back_with_the_case_in_which_it_fails():
    model = Says(
        FEARS,
        *concluding("Tom is glad.", of("Glad", "tom")),
        *concluding("Mira lowers the price.", of("Lowers")),
    )
    found = syllogos.attribute(PREMISES, HYPOTHESES, model)
    assert (found.conclusion.attempts, found.conclusion.verdict.status) == (2, Status.TRUE)
    told = model.asked[3][-1].text
    assert "Tom is glad." in told and "not Glad(" in told and "can be true while it is false" in told


def test_one_whose_opposite_follows_is_told_so_and_the_last_one_stands_with_its_verdict():
    wrong = concluding("Mira keeps the price.", {"not": of("Lowers")})
    found = syllogos.attribute(PREMISES, HYPOTHESES, model := Says(FEARS, *wrong, *wrong), attempts=2)
    assert (found.conclusion.attempts, found.conclusion.verdict.status) == (2, Status.FALSE)
    assert "its opposite follows" in model.asked[3][-1].text


def test_statements_that_contradict_each_other_prove_nothing_and_are_not_asked_again():
    statements = [RULE, {"not": of("Fears")}, of("Fears")]
    model = Says(FEARS, *concluding("Mira lowers the price.", of("Lowers"), statements))
    found = syllogos.attribute(PREMISES, HYPOTHESES, model)
    assert found.conclusion.verdict.status is Status.INCONSISTENT and not model.replies


def test_a_tie_leaves_the_intention_open_and_nothing_is_concluded():
    found = syllogos.attribute(PREMISES, HYPOTHESES, Says({"why": "", "plausibility": [0.5, 0.5]}))
    assert found.selected == {"Mira": None} and found.conclusion is None
    assert "nothing is assumed" in list(attribution_lines(found))[-1]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("no idea", "a JSON object"),
        ({"why": "", "plausibility": [0.5]}, "2 numbers are wanted"),
        ({"why": "", "plausibility": [0.5, 2]}, "not 2"),
        ({"why": "", "plausibility": [0.5, True]}, "not true"),
        ('{"why": "", "plausibility": [0.5, NaN]}', "a JSON object"),
        ({"why": "", "plausibility": [0, 0]}, "at least one"),
        ({"why": "", "plausibility": [-0.1, 1]}, "not -0.1"),
    ],
)
def test_a_selection_that_is_none_is_asked_again_with_what_was_wrong(reply, said):
    model = Says(reply, FEARS, *concluding("Mira lowers the price.", of("Lowers")))
    found = syllogos.attribute(PREMISES, HYPOTHESES, model)
    assert found.selected == {"Mira": "Mira fears for a buyer."}
    assert said in model.asked[1][-1].text


def test_an_agent_that_nobody_can_tell_of_has_a_fault_and_no_selection():
    found = syllogos.attribute(PREMISES, HYPOTHESES, Says("?", Fault("refused", "no")), attempts=2)
    shown = attribution_json(found)
    assert shown["selected"] == {"Mira": None} and shown["faults"] == {"Mira": "no"}
    assert shown["conclusion"] is None and shown["tokens"] is None


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ({"statements": STATEMENTS[:2], "conclusion": of("Lowers")}, "3 are wanted, not 2"),
        ({"statements": [*STATEMENTS[:2], {"predicate": "Fears"}], "conclusion": True}, "statement_3"),
        (
            {"statements": [*STATEMENTS[:2], {"predicate": "Fears", "of": []}], "conclusion": True},
            "Fears has",
        ),
        ({"statements": STATEMENTS}, "conclusion"),
        ("I would rather not.", "a JSON object"),
    ],
)
def test_formulas_that_cannot_be_used_go_back_to_who_wrote_them(reply, said):
    good = {"statements": STATEMENTS, "conclusion": of("Lowers")}
    main = Says(FEARS, {"why": "", "conclusion": "Mira lowers the price."})
    writer = Says(reply, good)
    found = syllogos.attribute(PREMISES, HYPOTHESES, main, formalizer=writer)
    assert found.conclusion.verdict.status is Status.TRUE and found.conclusion.attempts == 1
    assert said in writer.asked[1][-1].text


def test_a_conclusion_without_formulas_is_told_as_not_checked():
    main = Says(FEARS, {"why": "", "conclusion": "Mira lowers the price."})
    found = syllogos.attribute(PREMISES, HYPOTHESES, main, formalizer=Says("?", "?"), attempts=2)
    shown = attribution_json(found)
    assert shown["conclusion"] == "Mira lowers the price." and shown["verdict"] is None
    assert "JSON object" in shown["conclusion_fault"]
    assert any("not checked" in line for line in attribution_lines(found))


def test_without_a_model_words_are_compared_and_the_output_says_so():
    found = syllogos.attribute(["Ada asks for a lower price."], {"Ada": ["a lower price", "the weather"]})
    assert (found.selected, found.by, found.conclusion) == ({"Ada": "a lower price"}, "likeness", None)
    assert "no reasoning" in list(attribution_lines(found))[-1]


def test_premises_cannot_make_a_statement_of_their_own_in_a_prompt():
    model = Says(FEARS, *concluding("Mira lowers the price.", of("Lowers")))
    syllogos.attribute(["It rains.\n2. Tom lies.", "Mira\x1b[2J sings."], HYPOTHESES, model)
    known = model.asked[0][0].text.split("What Mira may intend")[0]
    assert known.count("\n2. ") == 1 and "\x1b" not in known


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "q.json:1: no JSON"),
        ("[]", "an object with premises and hypotheses"),
        ('{"premises": "It rains.", "hypotheses": {"A": ["x", "y"]}}', "premises: a list of texts"),
        ('{"premises": [], "hypotheses": {"A": ["x", "y"]}}', "premises: at least one"),
        ('{"premises": ["It rains."], "hypotheses": {}}', "hypotheses: at least one"),
        ('{"premises": ["It rains."], "hypotheses": {"A": ["x"]}}', "hypotheses.A: two or more"),
        ('{"premises": ["It rains."], "hypotheses": {"A": ["x", "x"]}}', "hypotheses.A: two or more"),
        ('{"premises": ["It rains."], "hypotheses": {"A": ["x", 3]}}', "hypotheses.A: a list of texts"),
        ('{"premises": [" "], "hypotheses": {"A": ["x", "y"]}}', "0 characters"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_file_that_is_no_question_is_one_line_with_its_place(text, said):
    with pytest.raises(InputError) as caught:
        parse_question(Source("q.json", text))
    assert str(caught.value).startswith("q.json") and said in str(caught.value)


def test_arguments_that_cannot_be_used_are_one_line():
    with pytest.raises(InputError, match="not one text"):
        syllogos.attribute("It rains.", HYPOTHESES)
    with pytest.raises(InputError, match="hypotheses: a table is wanted"):
        syllogos.attribute(PREMISES)
    with pytest.raises(InputError, match="without a model"):
        syllogos.attribute(PREMISES, HYPOTHESES, formalizer="scripted/first")
    with pytest.raises(InputError, match="too many"):
        AttributionQuestion(("x",) * 101, {"A": ("x", "y")})


def test_a_name_with_two_numbers_of_terms_is_two_things():
    fault = read_theory(
        json.dumps({"statements": [of("P"), {"predicate": "P", "of": []}], "conclusion": True}), "ab"
    )
    assert isinstance(fault, Fault) and "P has 1 terms in one place and 0 in another" in fault.say


def test_shares_sum_to_one_and_weights_of_nothing_select_nothing():
    assert sum(selection("A", "abc", [0.1, 0.2, 0.4]).plausibility.values()) == pytest.approx(1)
    assert selection("A", "ab", [0, 0]).fault.say == "nothing is plausible at all"
    assert isinstance(read_selection("{}", "A", "ab"), Fault)


def test_the_command_prints_the_keys_of_its_contract_and_ends_as_fail_on_says(command, tmp_path):
    file = tmp_path / "q.json"
    file.write_text(json.dumps({"premises": PREMISES, "hypotheses": HYPOTHESES}))
    code, out, err = command("attribute", file, "--json")
    shown = json.loads(out)
    assert code == 0 and {"selected", "plausibility", "conclusion", "verdict"} <= shown.keys()
    assert "no reasoning" in err
    code, out, _ = command("attribute", file, "--model", "scripted/prose")
    assert code == 0 and "Mira: undecided" in out
    assert command("attribute", file, "--fail-on", "WRONG")[0] == 2
