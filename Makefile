PYTHON ?= python3
BIN := .venv/bin
COVERED := 90
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: help setup demo test check coverage golden bench mutants swipl local dev clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.core ## the environment in .venv

.venv/.core: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "setup: installing syllogos into .venv"
	@$(PIP) install -c constraints.txt -e .
	@touch $@

.venv/.dev: .venv/.core
	@echo "setup: installing what the tests need"
	@$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $@

.venv/.local: .venv/.core
	@$(BIN)/syllogos setup local
	@touch $@

# SWI-Prolog is wanted, never needed: what depends on it is skipped by name where it is missing.
swipl: ## SWI-Prolog, where apt can give it
	@command -v swipl >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "setup: installing SWI-Prolog through apt (swi-prolog-nox)"; \
	    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends swi-prolog-nox; } >/dev/null 2>&1 \
	      || echo "setup: SWI-Prolog could not be installed; parts that need it are skipped"; \
	  else echo "setup: SWI-Prolog is missing (apt-get install swi-prolog-nox); parts that need it are skipped"; fi; }

local: .venv/.local ## the small embedded model

dev: .venv/.dev ## what the tests need

demo: swipl .venv/.local ## a text checked, a game formalized, tournaments, a small local model
	@echo "What a text claims about the payoffs of a prisoner's dilemma, checked without any model:"
	@echo '$$ syllogos check demo/reasoning.txt --game pd'
	@$(BIN)/syllogos check demo/reasoning.txt --game pd
	@echo
	@echo "Whether a conclusion follows from its premises:"
	@echo '$$ syllogos verify demo/theory.fol'
	@$(BIN)/syllogos verify demo/theory.fol
	@echo
	@echo "An English description made a game, by rules:"
	@echo '$$ syllogos formalize docs/gama/advertising.md --out runs/demo-game'
	@$(BIN)/syllogos formalize docs/gama/advertising.md --out runs/demo-game --json | grep -E '"(status|class)"'
	@echo
	@echo "A tournament of six strategies on five games:"
	@echo '$$ syllogos run demo/tournament.toml --out runs/demo-tournament'
	@rm -rf runs/demo runs/demo-tournament runs/demo-clue
	@$(BIN)/syllogos run demo/tournament.toml --out runs/demo-tournament | tail -2
	@$(BIN)/syllogos report runs/demo-tournament
	@echo
	@echo "Clue between four policies that know exactly what follows:"
	@echo '$$ syllogos run demo/clue.toml --out runs/demo-clue'
	@$(BIN)/syllogos run demo/clue.toml --out runs/demo-clue
	@$(BIN)/syllogos report runs/demo-clue
	@echo
	@echo "A game between a small local model and tit for tat, as it happens:"
	@echo '$$ syllogos play pd --agents cot,tit_for_tat --model local/smollm2-135m'
	@$(BIN)/syllogos play pd --agents cot,tit_for_tat --model local/smollm2-135m
	@echo
	@echo "Undercover, one round: the small model among five players without a model:"
	@echo '$$ syllogos play undercover --agents nli,embedding,embedding,embedding,embedding,embedding --model local/smollm2-135m'
	@$(BIN)/syllogos play undercover --agents nli,embedding,embedding,embedding,embedding,embedding --model local/smollm2-135m --set rounds=1 --set attempts=1
	@echo
	@echo "Three games, six kinds of players:"
	@echo '$$ syllogos run demo/demo.toml --out runs/demo'
	@$(BIN)/syllogos run demo/demo.toml --out runs/demo
	@echo "The small model (135M parameters) shows the whole path; it does not play well."
	@$(BIN)/syllogos report runs/demo

test: swipl .venv/.dev .venv/.local ## every check and every test
	@$(MAKE) --no-print-directory check
	@$(BIN)/python -m pytest -n 2 --dist loadfile

check: .venv/.dev ## format, lint, types, layers, dead code, dependencies
	@$(BIN)/ruff format --check -q src tests $(wildcard bench)
	@$(BIN)/ruff check -q src tests $(wildcard bench)
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	@$(BIN)/vulture
	@said=$$($(BIN)/deptry --no-ansi src 2>&1) || { echo "$$said"; exit 1; }

# By itself, since measuring takes longer than testing; below the floor it fails.
coverage: swipl .venv/.dev ## every test, with the lines that none of them runs
	@$(BIN)/python -m pytest --cov --cov-report=term-missing --cov-fail-under=$(COVERED)

golden: .venv/.dev ## the playthroughs of every game anew; read the diff
	@$(BIN)/python tests/helpers/playthroughs.py
	@$(BIN)/python tests/helpers/agent_playthroughs.py

bench: .venv/.dev ## measurements, one JSON line each
	@$(BIN)/python bench/bench.py

mutants: .venv/.dev ## how many small faults of the code the tests notice (hours)
	@$(BIN)/python bench/mutants.py

clean: ## remove the environment and the runs
	rm -rf .venv runs
