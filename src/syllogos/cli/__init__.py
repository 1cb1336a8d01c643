"""The command line, one small file per command."""

import gc

# Imports make many objects and no garbage: at Python's own threshold of 700, looking for some takes a
# seventh of the time of a short command.
gc.set_threshold(50_000)
