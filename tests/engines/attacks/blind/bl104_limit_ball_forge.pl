% throw the balls that limits and the worker itself may use
b(inference_limit_exceeded). b(time_limit_exceeded). b(time_limit_exceeded(1)). b('$aborted'). b(unwind(halt(0))). b(halt). b(abort). b(stop). b(done). b(error(resource_error(_), _)). b(_).
go(X) :- b(X), throw(X).
