"""The child process of ``local``: serves a model file on loopback until its standard input ends.

Usage: ``python -m syllogos.models.client.local_server NAME FILE CONTEXT THREADS PARALLEL``.  The first line
on standard output is the address; all else that the engine prints goes to standard error.
The parent holds the other end of standard input, so however it ends, this process ends too.
"""

from __future__ import annotations

import os
import sys

import xllamacpp  # type: ignore  # optional, and untyped where it is installed


def serve(name: str, path: str, context: int, threads: int, parallel: int) -> None:
    """Serve ``path`` as ``name`` with ``parallel`` slots of ``context`` tokens each."""
    answer = os.dup(1)
    os.dup2(2, 1)
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.model_alias = {name}
    params.n_ctx = context * parallel
    params.n_parallel = parallel
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.n_gpu_layers = 0
    # A cached prompt is evaluated in other batches, which rounds otherwise: greedy text would differ.
    params.cache_prompt = False
    params.cache_ram_mib = 0
    params.fit_params = False
    params.ui = False
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.verbosity = -1
    server = xllamacpp.Server(params)
    os.write(answer, f"{server.listening_address}\n".encode())
    sys.stdin.buffer.read()
    os._exit(0)  # the engine's threads need no farewell


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]))
