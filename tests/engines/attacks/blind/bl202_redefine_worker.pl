% the program defines predicates with names that a worker may use: main, run, answer, solve, query, check, guard, safe_call
main. run(_). answer(_). solve(_,99). query(_,_). check(_). guard(_). safe(_). safe_call(_). allowed(_). loop. reply(_). host(_). goal(_,_). program(_). emit(_,_). write_answer(_). limited(_,_). protected(_). ask(_,_).
go(1).
