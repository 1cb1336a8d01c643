% print/2 and print_message reach portray and message hooks
go(1) :- print(user_error, x), print_message(error, format("~@", [halt])), message_to_codes(a,b,c).
