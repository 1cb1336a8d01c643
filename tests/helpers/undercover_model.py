"""A model that answers whatever a player of Undercover asks, by the schema that it is asked with."""

import json
import re

from syllogos.contract import Reply


def eats(what):
    """That ``what`` eats some nut."""
    atoms = [("Eat", "e"), ("Agent", "e", what), ("Patient", "e", "y"), ("Nut", "y")]
    return {
        "exists": ["e", "y"],
        "body": {"and": [{"predicate": name, "of": list(terms)} for name, *terms in atoms]},
    }


def links(predicate):
    """That whatever eats a nut is one of these."""
    return {"forall": ["x"], "body": {"implies": [eats("x"), {"predicate": predicate, "of": ["x"]}]}}


class UndercoverModel:
    """Settings are the parts of its answers; ``asked`` keeps every conversation with its schema.

    ``linked``: the predicates that a rule leads to; of any other word the rule leads elsewhere, so that nothing
    follows.
    """

    def __init__(self, identity="citizen", linked=("Squirrel",), guesses=("hamster",), vote=0, formulas=None):
        self.identity, self.linked, self.vote, self.formulas = identity, linked, vote, formulas
        self.guesses, self.asked, self.moves = list(guesses), [], 0

    async def complete(self, messages, *, sampling, schema=None):
        self.asked.append((messages, schema))
        return Reply(json.dumps(self.answer(messages, schema["properties"])), tokens_in=1, tokens_out=1)

    def answer(self, messages, fields):
        text = "\n".join(m.text for m in messages if m.role == "user")
        if "facts" in fields:
            return self.formulas or self.knowledge(re.search(r"the noun (\w+)\.", text)[1], fields)
        if "rules" in fields:
            return {"rules": ["If something eats nuts, it is one."]}
        if "guess" in fields:
            guess = self.guesses.pop(0) if len(self.guesses) > 1 else self.guesses[0]
            return {"why": "it is near", "guess": guess}
        if "steps" in fields:
            return {"steps": [{"formula": {"predicate": "Nut", "of": ["c"]}, "from": ["fact_1"]}]}
        return self.move(fields)

    def knowledge(self, predicate, fields):
        leads = predicate if predicate in self.linked else "Elsewhere"
        return {
            "nouns": ["Nut", "Elsewhere"], "verbs": ["Eat"], "roles": ["Agent", "Patient"],
            "facts": [eats("c")] * fields["facts"]["minItems"],
            "rules": [links(leads)] * fields["rules"]["minItems"],
        }  # fmt: skip

    def move(self, fields):
        said, self.moves = {"reasoning": "step by step"}, self.moves + 1
        if "identity" in fields:
            others = fields["suspicion"]["properties"]
            said |= {
                "identity": self.identity,
                "other_word": "hamster",
                "suspicion": dict.fromkeys(others, 0.5),
            }
        options = fields["move"].get("enum")
        said["move"] = options[self.vote % len(options)] if options else f"It is thing number {self.moves}."
        return said
