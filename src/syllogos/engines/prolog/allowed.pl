/*  What a program may call.  Everything that is not listed here is refused by name.

    Nothing listed reads or writes outside the worker, changes a flag, a stream or another
    module, or hands out a handle to any of these.  Destructive assignment (setarg/3) is
    left out as well: it could change a goal between its check and its call.
*/
:- module(syllogos_allowed, [plain/3, meta/4, wrapped/3, evaluates/2, library/1, hook/2]).
:- use_module(library(lists), [member/2]).

%!  library(?Name): may be named in use_module/1,2.  Others are refused.

library(yall).
library(Name) :- ( plain_list(Name, _) ; meta_list(Name, _) ), \+ built_in(Name).

built_in(system).
built_in(freeze).       % a group of its own, since it makes constraints

%!  hook(?Name, ?Arity): what Prolog itself would call, so no program may define it.

hook(term_expansion, 2).      hook(term_expansion, 4).
hook(goal_expansion, 2).      hook(goal_expansion, 4).
hook(dcg_translate_rule, 2).  hook(dcg_translate_rule, 4).
hook(attr_unify_hook, 2).     hook(attr_portray_hook, 2).
hook(attribute_goals, 3).     hook(project_attributes, 2).
hook(portray, 1).             hook(message_hook, 3).
hook(exception, 3).           hook(prolog_exception_hook, 4).

%!  plain_list(?Library, ?Indicators): called as they stand.

plain_list(system,
    [ true/0, fail/0, false/0, (!)/0, repeat/0, between/3, succ/2, plus/3, divmod/4,
      (=)/2, (\=)/2, (==)/2, (\==)/2, (@<)/2, (@>)/2, (@=<)/2, (@>=)/2, compare/3, (?=)/2,
      (=@=)/2, (\=@=)/2, unify_with_occurs_check/2, subsumes_term/2,
      (is)/2, (=:=)/2, (=\=)/2, (<)/2, (>)/2, (=<)/2, (>=)/2,
      var/1, nonvar/1, atom/1, number/1, integer/1, float/1, rational/1, rational/3, atomic/1,
      compound/1, callable/1, is_list/1, string/1, ground/1, nonground/2, cyclic_term/1,
      acyclic_term/1, is_dict/1,
      functor/3, arg/3, (=..)/2, copy_term/2, copy_term_nat/2, duplicate_term/2,
      compound_name_arity/3, compound_name_arguments/3, term_variables/2, term_variables/3,
      numbervars/3, term_hash/2,
      atom_length/2, atom_concat/3, sub_atom/5, sub_atom_icasechk/3, atom_chars/2, atom_codes/2,
      char_code/2, number_chars/2, number_codes/2, atom_number/2, atom_string/2, upcase_atom/2,
      downcase_atom/2, char_type/2, code_type/2, atomic_list_concat/2, atomic_list_concat/3,
      split_string/4, string_concat/3, string_length/2, string_chars/2, string_codes/2,
      string_code/3, get_string_code/3, string_lower/2, string_upper/2,
      number_string/2, sub_string/5, text_to_string/2,
      length/2, sort/2, sort/4, msort/2, keysort/2, memberchk/2 ]).
plain_list(lists,
    [ append/3, append/2, prefix/2, select/3, selectchk/3, select/4, subtract/3, permutation/2,
      member/2, delete/3, nth0/3, nth1/3, nth0/4, nth1/4, last/2, proper_length/2, reverse/2,
      same_length/2, max_member/2, min_member/2, numlist/3,
      is_set/1, list_to_set/2, intersection/3, union/3, subset/2, flatten/2, clumped/2, subseq/3 ]).
plain_list(backcomp, [ concat_atom/2, concat_atom/3, string_to_atom/2, text_concat/3 ]).
plain_list(pairs, [ pairs_keys_values/3, pairs_values/2, pairs_keys/2, transpose_pairs/2 ]).
plain_list(ordsets,
    [ is_ordset/1, ord_empty/1, ord_memberchk/2, ord_union/2, ord_union/3, ord_union/4,
      ord_intersection/2, ord_intersection/3, ord_subtract/3, ord_del_element/3, ord_add_element/3,
      ord_subset/2, ord_disjoint/2, ord_intersect/2, ord_seteq/2, ord_selectchk/3, ord_symdiff/3,
      list_to_ord_set/2 ]).
plain_list(assoc,
    [ empty_assoc/1, is_assoc/1, put_assoc/4, get_assoc/3, list_to_assoc/2, ord_list_to_assoc/2,
      assoc_to_list/2, assoc_to_keys/2, assoc_to_values/2, max_assoc/3, min_assoc/3, del_assoc/4,
      del_min_assoc/4, del_max_assoc/4, gen_assoc/3 ]).
plain_list(random,
    [ random/1, random_between/3, random_member/2, random_select/3, random_permutation/2, random/3,
      randseq/3, randset/3, maybe/0, maybe/1, maybe/2 ]).
plain_list(error, [ must_be/2, is_of_type/2, type_error/2, domain_error/2 ]).
plain_list(occurs,
    [ sub_term/2, occurrences_of_term/3, occurrences_of_var/3, contains_term/2, contains_var/2 ]).
plain_list(terms, [ term_size/2, term_subsumer/3, variant/2, subsumes/2, subsumes_chk/2, term_factorized/3 ]).
plain_list(dif, [ dif/2 ]).
plain_list(option, [ option/2, option/3, select_option/3, select_option/4 ]).
plain_list(dcg/basics,
    [ white/2, whites/2, nonblank/3, nonblanks/3, blank/2, blanks/2, blanks_to_nl/2, string/3,
      string_without/4, alpha_to_lower/3, digits/3, digit/3, integer/3, float/3, number/3,
      xinteger/3, xdigit/3, xdigits/3, eos/2, eol/2, remainder/3, prolog_symbol/3, csym/3, csyms/2,
      prolog_var_name/3, atom/3 ]).
plain_list(clpfd,
    [ (#>)/2, (#<)/2, (#>=)/2, (#=<)/2, (#=)/2, (#\=)/2, (#\)/1, (#<==>)/2, (#==>)/2, (#<==)/2,
      (#\/)/2, (#\)/2, (#/\)/2, (in)/2, (ins)/2, all_different/1, all_distinct/1, sum/3,
      scalar_product/4, tuples_in/2, labeling/2, label/1, indomain/1, lex_chain/1, serialized/2,
      global_cardinality/2, global_cardinality/3, circuit/1, cumulative/1, cumulative/2,
      disjoint2/1, element/3, automaton/3, automaton/8, transpose/2, zcompare/3, chain/2,
      fd_var/1, fd_inf/2, fd_sup/2, fd_size/2, fd_dom/2, fd_degree/2 ]).

%!  meta_list(?Library, ?Heads): arguments that are called.
%
%   0 is a goal; N > 0 a closure that gets N more arguments; ^ a goal under V^; ? anything else.

meta_list(system,
    [ findall(?, 0, ?), findall(?, 0, ?, ?), findnsols(?, ?, 0, ?), findnsols(?, ?, 0, ?, ?),
      bagof(?, ^, ?), setof(?, ^, ?), forall(0, 0), once(0), ignore(0), not(0),
      call(0), call(1, ?), call(2, ?, ?), call(3, ?, ?, ?), call(4, ?, ?, ?, ?),
      call(5, ?, ?, ?, ?, ?), call(6, ?, ?, ?, ?, ?, ?), call(7, ?, ?, ?, ?, ?, ?, ?) ]).
meta_list(freeze, [ freeze(?, 0) ]).
meta_list(when, [ when(?, 0) ]).
meta_list(sort, [ predsort(3, ?, ?) ]).
meta_list(apply,
    [ maplist(1, ?), maplist(2, ?, ?), maplist(3, ?, ?, ?), maplist(4, ?, ?, ?, ?),
      maplist(5, ?, ?, ?, ?, ?), maplist(6, ?, ?, ?, ?, ?, ?), foldl(3, ?, ?, ?),
      foldl(4, ?, ?, ?, ?), foldl(5, ?, ?, ?, ?, ?), foldl(6, ?, ?, ?, ?, ?, ?),
      include(1, ?, ?), exclude(1, ?, ?), partition(1, ?, ?, ?), partition(2, ?, ?, ?, ?),
      convlist(2, ?, ?) ]).
meta_list(aggregate,
    [ aggregate_all(?, 0, ?), aggregate_all(?, ?, 0, ?), aggregate(?, ^, ?), aggregate(?, ?, ^, ?) ]).
meta_list(lists, [ max_member(2, ?, ?), min_member(2, ?, ?) ]).
meta_list(assoc, [ map_assoc(1, ?), map_assoc(2, ?, ?) ]).
meta_list(solution_sequences,
    [ limit(?, 0), offset(?, 0), order_by(?, 0), distinct(0), distinct(?, 0), call_nth(0, ?) ]).

%!  wrapped_list(-Indicators): replaced by a predicate of syllogos_runtime of this name and "_".

wrapped_list(
    [ catch/3, throw/1, assert/1, asserta/1, assertz/1, retract/1, retractall/1, clause/2,
      current_predicate/1, write/1, print/1, writeln/1, writeq/1, write_canonical/1, write_term/2,
      portray_clause/1, flush_output/0, flush_output/1, tab/2, put_char/2, write_term/3, write_canonical/2,
      nl/0, tab/1, put_char/1, write/2, print/2, writeln/2, writeq/2, nl/1, format/1, format/2,
      format/3, with_output_to/2, phrase/2, phrase/3, term_to_atom/2, term_string/2, nb_setval/2, b_setval/2,
      nb_getval/2, b_getval/2, sum_list/2, sumlist/2, max_list/2, min_list/2, current_op/3 ]).

%!  evaluates(?Name, ?Arity): listed, and evaluates arguments by itself, so they are looked at first.

evaluates(must_be, 2).
evaluates(is_of_type, 2).
evaluates(integer, 3).          % of dcg/basics: it prints by format's ~d

%   The lists as facts, indexed by name.  A predicate of two libraries belongs to the first.

:- dynamic plain/3, meta/4, wrapped/3.

enter(plain(Name, Arity, Library)) :-
    plain_list(Library, List),
    member(Name/Arity, List).
enter(meta(Name, Arity, Library, Head)) :-
    meta_list(Library, List),
    member(Head, List),
    functor(Head, Name, Arity).
enter(wrapped(Name, Arity, Wrapper)) :-
    wrapped_list(List),
    member(Name/Arity, List),
    atom_concat(Name, '_', Wrapper).

:- forall(enter(Fact), assertz(Fact)).
