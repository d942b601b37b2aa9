"""The page behind other servers, each with the limits that it has itself, to compare what they bear.

python -m dev.benchmarks.desk.servers NAME FILE runs one of them and says where, as `kiebitz desk` does. Hypercorn and
Granian are no part of Kiebitz: whoever measures them installs them in an environment of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import resource
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from socket import create_server, socket
from typing import Any

import uvicorn

from desk.web.access import Register
from desk.web.connections import allow_many_files
from desk.web.running_desk import Desk
from desk.web.serve import keep_quiet, make_app, make_server

HOST = "127.0.0.1"
HEAD_S = 10
"""Seconds for a request's head where a server has a limit for it, as ours has."""
LIMITS: dict[str, Any] = {"timeout_keep_alive": HEAD_S, "h11_max_incomplete_event_size": 65_536, "lifespan": "off"}


def run_own(desk: Desk, listener: socket) -> None:
    """As `kiebitz desk` does."""
    make_server(desk).run(sockets=[listener])


def run_uvicorn(desk: Desk, listener: socket, **options: Any) -> None:
    """Uvicorn with nothing but its options."""
    config = uvicorn.Config(make_app(desk), log_level="critical", access_log=False, **LIMITS, **options)
    uvicorn.Server(config).run(sockets=[listener])


def run_hypercorn(desk: Desk, listener: socket) -> None:
    """Hypercorn, whose limit for kept connections holds for new ones, too."""
    config = importlib.import_module("hypercorn.config").Config()
    config.bind, config.keep_alive_timeout = [f"fd://{listener.fileno()}"], HEAD_S
    asyncio.run(importlib.import_module("hypercorn.asyncio").serve(make_app(desk), config))


def run_granian(desk: Desk, listener: socket) -> None:
    """Granian in this process, with its limit for heads."""
    port = listener.getsockname()[1]
    listener.close()
    http = importlib.import_module("granian.http").HTTP1Settings(header_read_timeout=HEAD_S * 1000)
    kind = importlib.import_module("granian.server.embed").Server
    asyncio.run(kind(make_app(desk), address=HOST, port=port, interface="asginl", http1_settings=http).serve())


SERVERS: dict[str, Callable[[Desk, socket], None]] = {
    "own": run_own,
    "uvicorn-h11": lambda desk, listener: run_uvicorn(desk, listener, http="h11"),
    "uvicorn-httptools": lambda desk, listener: run_uvicorn(desk, listener, http="httptools"),
    "uvicorn-limited": lambda desk, listener: run_uvicorn(desk, listener, http="h11", limit_concurrency=500),
    "hypercorn": run_hypercorn,
    "granian": run_granian,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one until it is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", choices=SERVERS)
    parser.add_argument("file", type=Path)
    parser.add_argument("--files", type=int, default=0, help="connections and files that it may have open at most")
    options = parser.parse_args(arguments)
    if options.files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (options.files, options.files))
    allow_many_files()
    keep_quiet()
    register = Register(options.file.with_name("links.json"))
    desk, listener = Desk(str(options.file), register, "de"), create_server((HOST, 0))
    token = register.issue("organiser", "Benchmark", hours=1)
    sys.stdout.write(f"http://{HOST}:{listener.getsockname()[1]}/l/{token}\n")
    sys.stdout.flush()
    with suppress(KeyboardInterrupt):
        SERVERS[options.server](desk, listener)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
