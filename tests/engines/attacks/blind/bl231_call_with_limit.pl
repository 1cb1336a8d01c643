% own limits over the limits of the worker: call_with_time_limit, call_with_inference_limit
go(X) :- call_with_inference_limit((repeat, fail), 1000000000, X).
