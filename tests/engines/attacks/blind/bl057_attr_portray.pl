% write_term attributes(portray) calls attr_portray_hook of a module named by the attribute
go(1) :- put_attr(V, bl057, x), write_term(V, [attributes(portray)]).
bl057:attr_portray_hook(_, _) :- halt.
