(declare-const p Bool)(assert p) ; |
(assert (not p)) ; |
(check-sat)