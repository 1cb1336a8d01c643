"""Theories of event semantics as people write them for Isabelle, with what is known of each."""

import re

from syllogos.verdict import Status

HEAD = """theory scene
imports Main
begin

typedecl entity
typedecl event

consts
"""
KINDS = {
    "Animal Bird Boat Cat Chef Dog Fish Fruit Person Small Tree Water Knife Penguin": "entity ⇒ bool",
    "Bark Chase Cook Cut Eat Fly Give Live Row Sleep Swim": "event ⇒ bool",
    "Agent Patient Instrument Location Recipient": "event ⇒ entity ⇒ bool",
    "Before": "event ⇒ event ⇒ bool",
    "owner": "entity ⇒ entity",
}
CONSTANTS = "".join(f'  {name} :: "{kind}"\n' for names, kind in KINDS.items() for name in names.split())


def scene(axioms: dict[str, str], theorem: str, proof: str = "oops") -> str:
    """A theory of these axioms by name and of this theorem."""
    listed = " and\n".join(f'  {name}: "{formula}"' for name, formula in axioms.items())
    stated = f"axiomatization where\n{listed}\n\n" if axioms else ""
    return f"{HEAD}{CONSTANTS}\n{stated}theorem word:\n{theorem}\n  {proof}\n\nend\n"


SWIMMER = {"rule": "∀x e. Swim e ∧ Agent e x ∧ (∃w. Water w ∧ Location e w) ⟶ Fish x"}
SCENES = {
    "what swims in water": (
        scene(
            SWIMMER,
            '  assumes fact: "Swim e ∧ Agent e c ∧ Water w ∧ Location e w"\n  shows "Fish c"',
            "sledgehammer\n  using fact rule by blast",
        ),
        Status.TRUE,
    ),
    "what swims somewhere": (
        scene(SWIMMER, '  assumes fact: "Swim e ∧ Agent e c ∧ Location e w"\n  shows "Fish c"', "oops"),
        Status.OPEN,
    ),
    "a dog that barks at whoever it chases": (
        scene(
            {
                "chasing": "∀e x y. Chase e ∧ Agent e x ∧ Patient e y ∧ Dog x ⟶ (∃f. Bark f ∧ Agent f x ∧ Before f e)",
                "barking": "∀f x. Bark f ∧ Agent f x ⟶ ¬Cat x",
            },
            '  assumes "Chase e ∧ Agent e c ∧ Patient e d" and "Dog c"\n'
            '  shows "¬Cat c ∧ (∃f. Bark f ∧ Before f e)"',
            "by (metis (no_types, lifting) assms barking chasing)",
        ),
        Status.TRUE,
    ),
    "who cuts with a knife": (
        scene(
            {
                "cook": "∀x e k. Cut e ∧ Agent e x ∧ Instrument e k ∧ Knife k ⟷ Chef x ∧ Cut e ∧ Agent e x ∧ Instrument e k ∧ Knife k",
                "people": "∀x. Chef x ⟶ Person x ∧ ¬Knife x",
            },
            '  fixes c k :: entity and e :: event\n  assumes "Cut e" and "Agent e c"\n'
            '  assumes "Instrument e k ∧ Knife k"\n  shows "Person c ∧ c ≠ k"',
            'proof -\n  have "Chef c" using assms cook by blast\n  then show ?thesis using assms people by metis\nqed',
        ),
        Status.TRUE,
    ),
    "everybody has one owner": (
        scene(
            {"one": "∀x. Dog x ⟶ Person (owner x)", "fido": "∃!x. Dog x"},
            '  assumes "Dog c ∧ Dog d"\n  shows "owner c = owner d ∧ (∃x. Person x)"',
            "<ATP>",
        ),
        Status.TRUE,
    ),
    "penguins do not fly": (
        scene(
            {
                "birds": "∀x. Penguin x ⟶ Bird x",
                "no": "∀x e. Penguin x ⟶ ¬(Fly e ∧ Agent e x)",
            },
            '  assumes "Fly e ∧ Agent e c"\n  shows "Penguin c"',
            "nitpick [expect = genuine]\n  oops",
        ),
        Status.FALSE,
    ),
    "birds that fly and penguins": (
        scene(
            {
                "birds": "∀x. Bird x ⟶ (∃e. Fly e ∧ Agent e x)",
                "penguins": "∀x. Penguin x ⟶ Bird x ∧ (∄e. Fly e ∧ Agent e x)",
                "pingu": "∃x. Penguin x",
            },
            '  shows "∀x. Bird x"',
            "sorry",
        ),
        Status.INCONSISTENT,
    ),
    "order of events": (
        scene(
            {"chain": "∀e f g. Before e f ∧ Before f g ⟶ Before e g", "strict": "∀e. ¬Before e e"},
            '  assumes "Before e f" and "Cook e" and "Eat f"\n  shows "¬Before f e ∧ e ≠ f"',
            "apply (metis assms)\n  done",
        ),
        Status.TRUE,
    ),
    "who gets a fish": (
        scene(
            {"giving": "⋀e x y. ⟦Give e; Agent e x; Recipient e y⟧ ⟹ Person x ∧ (Person y ∨ Animal y)"},
            '  assumes "Give e" and "Agent e c" and "Recipient e d" and "¬Animal d"\n  shows "Person c ∧ Person d"',
            "using assms giving by force",
        ),
        Status.TRUE,
    ),
    "without an axiom": (scene({}, '  "Cat c ⟹ Small c ⟹ Cat c ∧ Small c"', "by simp"), Status.TRUE),
    "a word of something else": (
        scene(
            {
                "rower": "∀x e b. Row e ∧ Agent e x ∧ Instrument e b ∧ Boat b ⟶ Person x",
                "some": "∃x. Person x",
            },
            '  assumes "Row e ∧ Agent e c"\n  shows "Person c"',
            "oops",
        ),
        Status.OPEN,
    ),
    "some thing of that word": (
        scene(
            {
                "rower": "∀x e b. Row e ∧ Agent e x ∧ Instrument e b ∧ Boat b ⟶ Person x",
                "some": "∃x. Person x",
            },
            '  assumes "Row e ∧ Agent e c"\n  shows "∃x. Person x"',
            "oops",
        ),
        Status.TRUE,
    ),
}
SIGNS = {
    "∀": ("\\<forall>", "ALL ", "!"),
    "∃": ("\\<exists>", "EX ", "?"),
    "∧": ("\\<and>", "&", "&"),
    "∨": ("\\<or>", "|", "|"),
    "¬": ("\\<not>", "~", "~"),
    "⟶": ("\\<longrightarrow>", "-->", "-->"),
    "⟷": ("\\<longleftrightarrow>", "<->", "<-->"),
    "≠": ("\\<noteq>", "~=", "~="),
    "⇒": ("\\<Rightarrow>", "=>", "=>"),
    "⋀": ("\\<And>", "!!", "!!"),
    "⟹": ("\\<Longrightarrow>", "==>", "==>"),
    "⟦": ("\\<lbrakk>", "[|", "[|"),
    "⟧": ("\\<rbrakk>", "|]", "|]"),
    "∄": ("\\<nexists>", "\\<nexists>", "\\<nexists>"),
}


def spelled(text: str, way: int) -> str:
    """The theory with names of signs (0), in ASCII (1), or in the oldest ASCII (2)."""
    return "".join(SIGNS[sign][way] if sign in SIGNS else sign for sign in text)


def in_cartouches(text: str) -> str:
    """The theory with formulas in cartouches, and remarks."""
    quoted = re.sub(r'(:: )?"([^"]*)"', lambda m: m.group() if m.group(1) else f"‹{m.group(2)}›", text)
    return quoted.replace("begin\n", "begin\n\ntext ‹A scene, ‹told› again›\n", 1).replace(
        "typedecl event\n", "typedecl event \\<comment> ‹what happens›\n(* outer (* inner *) *)\n", 1
    )


def in_greek(text: str) -> str:
    """The theory with Greek letters, by sign or by name, for variables of one letter."""
    greek = {
        "x": "α",
        "y": "\\<beta>",
        "e": "ε",
        "f": "\\<phi>",
        "g": "γ",
        "w": "ω⇩1",
        "k": "\\<kappa>'",
        "b": "μ",
    }
    return re.sub(r"(?<![\w\\<^:])([xyefgwkb])(?![\w>'=])", lambda found: greek[found.group(1)], text)
