"""A small experiment for the commands that run one or look at its run."""

EXPERIMENT = """
name = "small"
repetitions = 2
[game]
kind = "pd"
rounds = 2
[[condition]]
name = "a"
agents = ["tit_for_tat", "random"]
[[condition]]
name = "prose"
agents = ["direct", "default_move"]
models = ["scripted/prose"]
"""
