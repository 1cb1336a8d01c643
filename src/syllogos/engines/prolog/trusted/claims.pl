% Claims about the payoffs of a finite game, decided on its table.
%
% The game is given by facts (players are numbered from 0, cells list actions in that order):
%     seat(Player, Name).  me(Player).  may(Player, Action).  cell(Actions, Payoffs).
% The first part is the vocabulary of LELMA (section 3.3, table 3), the second what goes beyond
% it.  A claim that is neither true nor false throws ill_posed(Why).

finally(goal(Who, N), Situation) :- var(Situation), !, payoff(Who, N, [], '=', true).
finally(goal(Who, N), Situation) :- done(Situation, Moves), payoff(Who, N, Moves, '=', false).

done(s0, []).
done(do(Choice, Before), [Choice|Moves]) :- done(Before, Moves).

higher(N, M) :- numbers(N, '>', M).
lower(N, M) :- numbers(N, '<', M).
highest_possible_individual_payoff(N) :- extreme_payoff(you, highest, N, []).
lowest_possible_individual_payoff(N) :- extreme_payoff(you, lowest, N, []).
highest_individual_payoff_for_choice(N, A) :- extreme_payoff(you, highest, N, [choice(you, A)]).
lowest_individual_payoff_for_choice(N, A) :- extreme_payoff(you, lowest, N, [choice(you, A)]).
highest_guaranteed_payoff_choice(A) :- ranked_case(you, highest, worst, A).
lowest_guaranteed_payoff_choice(A) :- ranked_case(you, lowest, worst, A).
higher_guaranteed_payoff(A, B) :- case_comparison(you, worst, A, '>', B).
lower_guaranteed_payoff(A, B) :- case_comparison(you, worst, A, '<', B).
safer(A, B) :- higher_guaranteed_payoff(A, B).
riskier(A, B) :- lower_guaranteed_payoff(A, B).
highest_mutual_payoff(A, B) :- joint_payoff(highest, [choice(you, A), choice(them, B)]).
lowest_mutual_payoff(A, B) :- joint_payoff(lowest, [choice(you, A), choice(them, B)]).

payoff(Who, N, Moves, Relation, Sometimes) :-
    player(Who, P),
    fixed(Moves, Fixed),
    findall(U, at(Fixed, P, U), Us),
    (   Sometimes == true
    ->  member(U, Us), related(U, Relation, N), !
    ;   forall(member(U, Us), related(U, Relation, N))
    ).

extreme_payoff(Who, Extreme, N, Moves) :-
    player(Who, P),
    fixed(Moves, Fixed),
    findall(U, at(Fixed, P, U), Us),
    extreme(Extreme, Us, N0),
    N0 =:= N.

numbers(N, Relation, M) :-
    (   N =:= M, memberchk(Relation, ['<', '>']) -> ill_posed(equal) ; true ),
    related(N, Relation, M).

ranked_case(Who, Extreme, Case, A) :-
    player(Who, P),
    action(P, A),
    findall(U, ( may(P, B), case(P, Case, B, U) ), Us),
    extreme(Extreme, Us, Best),
    case(P, Case, A, Own),
    Own =:= Best.

case_comparison(Who, Case, A, Relation, B) :-
    player(Who, P),
    pair(P, A, B),
    case(P, Case, A, U),
    case(P, Case, B, V),
    related(U, Relation, V).

joint_payoff(Extreme, Moves) :-
    profile(Moves, Cell),
    findall(T, ( cell(_, Us), sum_list(Us, T) ), Ts),
    extreme(Extreme, Ts, Best),
    cell(Cell, Own),
    sum_list(Own, T0),
    T0 =:= Best.

expected(Who, A, N, Belief, Relation) :-
    player(Who, P),
    action(P, A),
    expectation(P, A, Belief, E),
    related(E, Relation, N).

expected_comparison(Who, A, Relation, B, Belief) :-
    player(Who, P),
    pair(P, A, B),
    (   Belief == []
    ->  findall(Truth, ( against(P, [], Cell), compared(P, Cell, A, Relation, B, Truth) ), Truths),
        sort(Truths, Set),
        ( Set = [Same] -> Same == yes ; ill_posed(depends) )
    ;   expectation(P, A, Belief, U),
        expectation(P, B, Belief, V),
        related(U, Relation, V)
    ).

comparison(Who, A, Relation, B, Moves) :-
    player(Who, P),
    pair(P, A, B),
    forall(against(P, Moves, Cell), compared(P, Cell, A, Relation, B, yes)).

profile_comparison(Who, Moves, Relation, Others) :-
    player(Who, P),
    two_profiles(Moves, Others, C, D),
    pays(C, P, U),
    pays(D, P, V),
    related(U, Relation, V).

best_response(Who, A, Moves) :-
    player(Who, P),
    action(P, A),
    findall(C, against(P, Moves, C), Cells),
    ( Cells = [Cell] -> true ; ill_posed(open) ),
    best(P, Cell, A).

dominance(Who, A, B, Strict) :-
    player(Who, P),
    pair(P, A, B),
    findall(U-V, ( against(P, [], Cell), both(P, Cell, A, B, U, V) ), Pairs),
    (   Strict == true
    ->  forall(member(U-V, Pairs), U > V)
    ;   forall(member(U-V, Pairs), U >= V), member(X-Y, Pairs), X > Y, !
    ).

equilibrium(Moves) :-
    profile(Moves, Cell),
    forall(( seat(P, _), nth0(P, Cell, A) ), best(P, Cell, A)).

pareto_dominance(Moves, Others) :-
    two_profiles(Moves, Others, C, D),
    cell(C, Us),
    cell(D, Vs),
    forall(( nth0(P, Us, U), nth0(P, Vs, V) ), U >= V),
    \+ Us = Vs.

symmetry :-
    findall(P, seat(P, _), Players),
    findall(Set, ( member(P, Players), setof(A, may(P, A), Set) ), Sets),
    sort(Sets, [_]),
    forall(( permutation(Players, Order), cell(Cell, Us) ),
           ( reordered(Order, Cell, Twin), reordered(Order, Us, Vs), cell(Twin, Vs) )).

% Who and what a claim names

player(Who, P) :- seat(P, Who), !.
player(you, P) :- me(P), !.
player(them, P) :- me(Me), findall(Q, ( seat(Q, _), Q =\= Me ), [P]), !.
player(Who, _) :- ill_posed(player(Who)).

action(P, A) :- may(P, A), !.
action(_, A) :- ill_posed(action(A)).

pair(P, A, B) :- action(P, A), action(P, B), ( A == B -> ill_posed(same(A)) ; true ).

fixed(Moves, Fixed) :- fixed(Moves, [], Fixed).

fixed([], Fixed, Fixed).
fixed([choice(Who, A)|Moves], Fixed0, Fixed) :-
    player(Who, P),
    action(P, A),
    (   memberchk(P-B, Fixed0)
    ->  ( A == B -> Fixed1 = Fixed0 ; ill_posed(both(A, B)) )
    ;   Fixed1 = [P-A|Fixed0]
    ),
    fixed(Moves, Fixed1, Fixed).

fits(Fixed, Cell) :- cell(Cell, _), forall(member(P-A, Fixed), nth0(P, Cell, A)).

profile(Moves, Cell) :-
    fixed(Moves, Fixed),
    (   seat(P, _), \+ memberchk(P-_, Fixed) -> ill_posed(open(P)) ; true ),
    fits(Fixed, Cell), !.

two_profiles(Moves, Others, C, D) :-
    profile(Moves, C),
    profile(Others, D),
    ( C == D -> ill_posed(same) ; true ).

% against(P, Moves, Cell): one Cell for each thing the others may do; P's part is arbitrary.
against(P, Moves, Cell) :-
    fixed(Moves, Fixed),
    ( memberchk(P-_, Fixed) -> ill_posed(given(P)) ; true ),
    may(P, A), !,
    fits([P-A|Fixed], Cell).

% Amounts

related(U, '<', V) :- U < V.
related(U, '<=', V) :- U =< V.
related(U, '=', V) :- U =:= V.
related(U, '>=', V) :- U >= V.
related(U, '>', V) :- U > V.

extreme(highest, Us, N) :- max_list(Us, N).
extreme(lowest, Us, N) :- min_list(Us, N).

pays(Cell, P, U) :- cell(Cell, Us), nth0(P, Us, U).

at(Fixed, P, U) :- fits(Fixed, Cell), pays(Cell, P, U).

case(P, Case, A, U) :-
    findall(V, at([P-A], P, V), Vs),
    ( Case == worst -> min_list(Vs, U) ; max_list(Vs, U) ).

swapped(P, Cell, A, New) :- nth0(P, Cell, _, Rest), nth0(P, New, A, Rest).

both(P, Cell, A, B, U, V) :-
    swapped(P, Cell, A, C), pays(C, P, U),
    swapped(P, Cell, B, D), pays(D, P, V).

compared(P, Cell, A, Relation, B, Truth) :-
    both(P, Cell, A, B, U, V),
    ( related(U, Relation, V) -> Truth = yes ; Truth = no ).

best(P, Cell, A) :-
    swapped(P, Cell, A, C),
    pays(C, P, U),
    forall(( may(P, B), swapped(P, Cell, B, D), pays(D, P, V) ), U >= V).

reordered([], _, []).
reordered([P|Order], Items, [X|Xs]) :- nth0(P, Items, X), reordered(Order, Items, Xs).

expectation(P, A, Belief, E) :-
    odds(P, Belief, Shares),
    findall(W * U,
            ( against(P, [], Cell), weight(P, Cell, Shares, W), swapped(P, Cell, A, C), pays(C, P, U) ),
            Terms),
    sum_list(Terms, E).

odds(P, Belief, Shares) :-
    findall(key(Q, A)-S, ( member(chance(Who, A, S), Belief), player(Who, Q), action(Q, A) ), Shares),
    (   member(key(Q, _)-S, Shares), ( Q =:= P ; S < 0 ; S > 1 ) -> ill_posed(odds) ; true ),
    findall(K, member(K-_, Shares), Keys),
    length(Keys, Many),
    sort(Keys, Distinct),
    ( length(Distinct, Many) -> true ; ill_posed(odds) ),
    (   seat(Q, _), Q =\= P, findall(S, member(key(Q, _)-S, Shares), Ss), sum_list(Ss, Sum), Sum =\= 1
    ->  ill_posed(sum)
    ;   true
    ).

weight(P, Cell, Shares, W) :-
    findall(S,
            ( nth0(Q, Cell, A), Q =\= P, ( memberchk(key(Q, A)-S0, Shares) -> S = S0 ; S = 0 ) ),
            Ss),
    foldl([X, Y, Z]>>(Z is X * Y), Ss, 1, W).

ill_posed(Why) :- throw(ill_posed(Why)).
