(declare-const p Bool)(assert p) ; more(assert (not p))
(check-sat)