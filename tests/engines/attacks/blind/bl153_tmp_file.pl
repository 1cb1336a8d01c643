% tmp_file, expand_file_name and absolute_file_name tell about the file system
go(X) :- tmp_file(a, _), expand_file_name('CANARY/*', X), absolute_file_name('.', _).
