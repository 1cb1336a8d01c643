"""A mistake in an experiment file is reported at its own line, whatever words stand elsewhere in it."""

import pytest

from syllogos.errors import InputError, SyllogosError
from syllogos.experiment.experiment import read_experiment

EXPERIMENT = """\
name = "tit_for_tot"
repetitions = 2
[game]
kind = "normal_form"
payoffs = "pd"
rounds = 2
[grid]
attempts = [1, 2]
[models.small]
model = "scripted/first"
temperature = 0.5
[models.large]
model = "scripted/last"
[[condition]]
name = "a"
agents = ["direct", "random"]
models = ["small"]
[[condition]]
name = "rounds"
agents = ["random", "random"]
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('["random", "random"]', '["random", "tit_for_tot"]', 20, "unknown agent 'tit_for_tot'"),
        ('["random", "random"]', '["random"]', 20, "has 2 seats"),
        ('["random", "random"]', '["random", {kind = "random", rounds = 1}]', 20, "unknown setting 'rounds'"),
        ("rounds = 2", "rounds = true", 6, "a number is wanted"),
        ("rounds = 2", "round = 2", 6, "unknown setting 'round'"),
        ("attempts = [1, 2]", 'attempts = [1, "two"]', 8, "attempts"),
        ("attempts = [1, 2]", "attempts = 7", 8, "must be a list"),
        ("attempts = [1, 2]", "attempts = [1, 1]", 8, "names a value twice"),
        ('payoffs = "pd"', 'payoffs = "none.json"', 5, "No such file"),
        ('"normal_form"', '"normal-fom"', 4, "unknown game"),
        ("temperature = 0.5", 'temperature = "hot"', 11, "models.small"),
        ('"scripted/last"', '"scriptd/last"', 13, "unknown provider"),
        ('models = ["small"]', 'models = ["large2"]', 17, "unknown model"),
        ('models = ["small"]', 'models = ["small", "large", "large"]', 17, "3 models for 2 agents"),
        ('name = "rounds"', 'name = "a"', 19, "two conditions are named"),
        ("repetitions = 2", "repetitions = 1_000_000_000", 2, "at most"),
    ],
)
def test_a_mistake_is_reported_at_its_line(tmp_path, old, new, line, words):
    assert EXPERIMENT.count(old) == 1
    path = tmp_path / "e.toml"
    path.write_text(EXPERIMENT)
    assert read_experiment(path).matches
    path.write_text(EXPERIMENT.replace(old, new))
    with pytest.raises(InputError) as caught:
        read_experiment(path)
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert str(caught.value).startswith(f"{path}:{line}: ") and words in str(caught.value)


def test_a_message_is_put_together_from_its_place_and_its_mend():
    error = SyllogosError("no such game", file="e.toml", line=7, mend="try pd")
    assert str(error) == "e.toml:7: no such game; try pd"
    assert (error.file, error.line, error.mend) == ("e.toml", 7, "try pd")
    assert str(SyllogosError("no such game", file="e.toml")) == "e.toml: no such game"
