"""The words that tell an answer from a report, a condition, a doubt or a courtesy."""

from __future__ import annotations

INTRODUCING = frozenset({
    "a", "above", "action", "after", "all", "am", "an", "analysis", "and", "answer", "answers", "are",
    "as", "based", "be", "below", "best", "by", "careful", "certainly", "choice", "choose", "choosing",
    "chosen", "conclude", "concluding", "conclusion", "consideration", "considerations", "considering",
    "decide", "decided", "decision", "deliberation", "dominant", "everything", "expected", "final",
    "finally", "find", "following", "follows", "for", "game", "give", "given", "giving", "go", "going",
    "great", "hence", "here", "i", "in", "is", "it", "json", "let", "ll", "m", "maximise", "maximize",
    "me", "minimise", "minimize", "move", "must", "my", "now", "number", "object", "of", "ok", "okay",
    "on", "optimal", "option", "our", "output", "own", "payoff", "payoffs", "pick", "picking", "play",
    "playing", "please", "provide", "provided", "rational", "reasoning", "reflection", "reply",
    "requested", "required", "response", "result", "return", "risk", "s", "score", "select", "selected",
    "selecting", "selection", "shall", "so", "step", "strategy", "submit", "submitting", "summary",
    "sure", "that", "the", "then", "theoretic", "theory", "therefore", "these", "thinking", "this",
    "thought", "thus", "to", "us", "valid", "vote", "we", "weighing", "which", "will", "with", "yes",
})  # fmt: skip
"""What a sentence may consist of that only says that the writer's answer comes."""
CONDITIONS = frozenset({
    "assuming", "could", "had", "if", "imagine", "suppose", "supposing", "unless", "were", "when",
    "whenever", "would",
})  # fmt: skip
"""What makes a sentence one about a case."""
OPEN_ENDS = frozenset({
    "answered", "answers", "are", "be", "choose", "chooses", "chose", "do", "example", "format",
    "instance", "is", "like", "make", "never", "not", "pick", "play", "played", "plays", "quote",
    "quotes", "replied", "replies", "reply", "said", "say", "says", "select", "send", "sends", "sent",
    "tells", "to", "told", "was", "with", "write", "writes", "wrote",
})  # fmt: skip
"""A line that ends with one of these goes on in the next one: what somebody says or does, or a pattern."""
DOUBTS = frozenset({
    "actually", "but", "hmm", "if", "instead", "no", "not", "or", "rather", "should", "sorry", "wait",
})  # fmt: skip
"""A question with one of these is more than a question to others."""
COURTESIES = frozenset({
    "best wishes", "cheers", "good game", "good luck", "have fun", "hope this helps",
    "i hope this helps", "let me know what you think", "let s go", "let s play", "let s see",
    "let us play", "over to you", "thank you", "thanks", "your turn",
})  # fmt: skip
"""Lines that state nothing."""
CARRIERS = frozenset({
    "answer", "args", "arguments", "call", "final", "final_answer", "function", "function_call",
    "input", "json", "kwargs", "output", "parameters", "response", "result", "tool_call", "tool_calls",
})  # fmt: skip
"""Keys under which an object may carry the answer itself."""
REASONS = frozenset({
    "analysis", "because", "chain_of_thought", "comment", "explanation", "justification", "rationale",
    "reason", "reasoning", "reasons", "reflection", "steps", "strategy", "summary", "thinking",
    "thought", "thoughts", "why",
})  # fmt: skip
"""Keys of an answer under which its reasoning stands."""
WEIGHTS = frozenset({
    "certainty", "confidence", "probability",
})  # fmt: skip
"""Keys of an answer that say how sure it is."""
ELSEWHERE = frozenset({
    "agent", "author", "by", "example", "from", "name", "opponent", "player", "round", "speaker",
    "turn", "who", "whose",
})  # fmt: skip
"""Keys by which an object tells of somebody, or of some time: it is a report."""
