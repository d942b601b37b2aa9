"""Reads photographs on a Dask cluster, with the same results in the same order as this computer's own processes.

A cluster is one Dask scheduler and any number of Dask workers on computers with the same version of Kiebitz (see
docs/cluster.md). Dask gives the tasks of a lost worker to another one. Where the scheduler is lost, or an answer is
invalid, this computer reads by itself. Nothing that comes from the cluster is unpickled here.
"""

from __future__ import annotations

import logging
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.metadata import version
from multiprocessing import current_process
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from desk.exits import Broken, Stop, Unusable
from desk.workers.answers import BadAnswer, SentPhoto, open_answer, pack_answer, pack_photo, unpack_photo
from desk.workers.pool import Pool
from desk.workers.read_photos import READER, READING, ReadTask, load_foreign_layout
from scanner.picture_kinds import read_start
from scanner.scan_limits import MAX_FILE_BYTES
from scanner.sheet_reading import SheetReading
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from distributed import Client, Future


ANSWER_S = 15
"""Seconds in which the scheduler must answer."""
SILENT_S = 5
"""Seconds without any worker after which this is reported."""
EMPTY_S = 60
"""Seconds without any worker after which the scan ends, or goes on without the cluster."""
PATIENCE_S = 300
"""Seconds for one photograph, including its wait: a worker has 60 for a file and may do four others first."""
LOOK_S = 0.5
"""Seconds between looks whether there are workers."""
AHEAD = 3
"""Photographs per thread of the cluster that are sent ahead: no thread waits for the network, and memory is bounded."""

_PLAIN = ("msgpack", "error")
"""Dask's serialisers that hold values only: all others are or contain pickles."""

_of_this_thread = local()


class Cluster:
    """A connection to the scheduler at `address`. Leaving the `with` ends it and cancels all tasks not yet done.

    Raises Broken if the library for it is missing, Unusable if nothing answers at the address.
    """

    def __init__(self, address: str, lang: Lang = "de") -> None:
        self._place, self._lang, self._said = show_address(address), lang, set[str]()
        with ExitStack() as stack:
            self._client: Client = stack.enter_context(_open_client(address, self._place))
            self._stack = stack.pop_all()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def read(
        self, tasks: Sequence[ReadTask], done: Callable[[ReadTask], None], rest: Pool
    ) -> Iterator[tuple[SheetReading, ...]]:
        """Yields each file's sheets in the order of the tasks. `done` is called with each file as it is yielded.

        `rest`: this computer's pool, which reads what the cluster no longer can. Raises Broken where a worker has
        another version of Kiebitz, whose readings could differ, and Unusable where no worker ever appears.
        """
        left = deque(tasks)
        try:
            for task, data, future in self._send_ahead(tasks):
                found = None if future is None else self._receive(task, data, future, first=len(left) == len(tasks))
                yield found if found is not None else next(rest.run(READING, [task]))
                done(left.popleft())
        except (OSError, RuntimeError, TimeoutError):  # Dask's ways to say that the scheduler is gone
            self._say("desk.cluster.gone")
            yield from rest.run(READING, list(left), done)

    def _send_ahead(self, tasks: Sequence[ReadTask]) -> Iterator[tuple[ReadTask, bytes, Future[bytes] | None]]:
        """Yields each task with its bytes and future. Further tasks are sent ahead, so that no thread waits for us."""
        sent: deque[tuple[ReadTask, bytes, Future[bytes] | None]] = deque()
        for task in tasks:
            sent.append((task, *self._send(task)))
            if len(sent) >= AHEAD * self._count_threads():
                yield sent.popleft()
        yield from sent

    def _send(self, task: ReadTask) -> tuple[bytes, Future[bytes] | None]:
        """The file's bytes and the future of its answer; None for a file that cannot be sent: this computer then reads
        it and reports why it fails."""
        try:
            data = _read_file(task.photo)
            layout = None if task.layout is None else task.layout.read_text("utf-8")
        except (OSError, UnicodeError):
            return b"", None
        beside = pack_photo(SentPhoto(task.photo.name, layout, task.drawn, version("kiebitz")))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Dask warns of large tasks, and a photograph is one
            return data, self._client.submit(read_sent, beside, data, pure=False)

    def _receive(
        self, task: ReadTask, data: bytes, future: Future[bytes], first: bool
    ) -> tuple[SheetReading, ...] | None:
        """The sheets, or None where this computer must read them: every worker that had the file died, or the answer is
        invalid. An error that a worker reports is not examined: it could contain anything."""
        self._watch(future, first)
        try:
            answer = future.result(timeout=ANSWER_S) if future.status == "finished" else None
            return open_answer(answer, task, data, load_foreign_layout(task.layout))
        except (BadAnswer, TypeError, ValueError):  # the latter are Dask's for what is packed as nothing of ours is
            self._say("desk.cluster.bad-answer")
            return None

    def _watch(self, future: Future[bytes], first: bool) -> None:
        """Waits until the future is done, at most `PATIENCE_S`. `first`: no result of the cluster has come yet.

        Raises Unusable, or TimeoutError and ConnectionError where this computer must go on without the cluster.
        """
        began = seen = time.monotonic()
        while future.status == "pending":
            now = time.monotonic()
            if now - began > PATIENCE_S:
                raise TimeoutError
            if self._count_threads():
                seen = now
            if now - seen > SILENT_S:
                self._say("desk.cluster.no-workers")
            if now - seen > EMPTY_S:
                raise Unusable("desk.stop.cluster-empty", address=self._place) if first else TimeoutError
            _watch_future(future)
        if future.status in ("cancelled", "lost"):
            raise ConnectionError(future.status)

    def _count_threads(self) -> int:
        """The number of threads of all workers that the scheduler knows now."""
        scheduler = self._client.scheduler
        if scheduler is None:
            raise ConnectionError
        return sum(self._client.sync(scheduler.ncores, callback_timeout=ANSWER_S).values())

    def _say(self, key: str) -> None:
        """Says that sentence once on standard error."""
        if key not in self._said:
            self._said.add(key)
            sys.stderr.write(say(self._lang, key, address=self._place) + "\n")


def show_address(address: str) -> str:
    """The address for a sentence: host and port of the scheduler, without user name and password."""
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "…"
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{'' if port is None else f':{port}'}"


@contextmanager
def _open_client(address: str, place: str) -> Iterator[Client]:
    try:
        from distributed import Client
    except ImportError as error:
        raise Broken("desk.stop.cluster-missing") from error
    _hide_dask_logs()
    with _refuse_pickles():
        client: Client = Client.__new__(Client)  # so that one that reaches nothing can be kept from saying good-bye
        try:
            client.__init__(address, timeout=ANSWER_S, set_as_default=False, deserializers=_PLAIN)  # type: ignore[misc]
        except (OSError, ValueError, RuntimeError, TypeError) as error:  # the last: an address with tls, no certificate
            client.status = "closed"
            raise Unusable("desk.stop.cluster-lost", address=place, reason=type(error).__name__) from error
        try:
            yield client
        finally:
            client.close(timeout=ANSWER_S)


@contextmanager
def _refuse_pickles() -> Iterator[None]:
    """Inside the `with`, Dask unpickles nothing in this process, since a pickle can run any code.

    The setting `deserializers` covers results only. A worker's errors, tracebacks, types and warnings come with other
    messages, for which Dask has no setting, so its unpickling functions are replaced.
    """
    modules: list[Any] = [import_module(name) for name in ("distributed.protocol.pickle", "distributed.client")]
    opened, families = modules[0].pickle, import_module("distributed.protocol.serialize").families
    kept, sealed = dict(families), SimpleNamespace(**{**vars(opened), "loads": _refuse, "load": _refuse})
    families.update({name: (dump, _give_nothing, say_more) for name, (dump, _, say_more) in kept.items()})
    families.update({name: kept[name] for name in _PLAIN})
    for module in modules:
        module.pickle = sealed
    try:
        yield
    finally:
        families.update(kept)
        for module in modules:
            module.pickle = opened


def _refuse(*_: object, **__: object) -> object:
    raise TypeError("nothing from the cluster is unpickled")  # which Dask expects of what it cannot open


def _give_nothing(*_: object) -> bytes:
    """Replaces the opening of a pickle, such as an error: Dask treats it as one that cannot be opened."""
    return b""


def _hide_dask_logs() -> None:
    """Silences Dask's loggers, each of which writes to the screen by itself: we report what matters in one sentence."""
    for name in ("asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = [logging.NullHandler()], False


def _watch_future(future: Future[bytes]) -> None:
    until = time.monotonic() + LOOK_S
    while future.status == "pending" and time.monotonic() < until:
        time.sleep(LOOK_S / 25)


def read_sent(beside: bytes, data: bytes) -> bytes:
    """The sheets of the photograph, as `pack_answer` writes them; runs in a Dask worker.

    The file is read in a separate process under the usual limits. Each thread of the worker keeps one such process.
    """
    photo = unpack_photo(beside)
    if photo.version != version("kiebitz"):
        return pack_answer(())
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        layout = None if photo.layout is None else _write(Path(folder, "layout"), "layout.toml", photo.layout.encode())
        task = ReadTask(_write(Path(folder, "photo"), Path(photo.name).name, data), layout, drawn=photo.drawn)
        try:
            return pack_answer(reading for readings in _get_pool().run(READING, [task]) for reading in readings)
        except Stop as stop:
            return pack_answer((), stop)


def _read_file(path: Path) -> bytes:
    """The file's bytes, at most one more than is allowed: enough for the worker to see that the file is too large."""
    with path.open("rb") as file:
        return read_start(file, MAX_FILE_BYTES + 1)


def _write(folder: Path, name: str, data: bytes) -> Path:
    folder.mkdir()
    (folder / name).write_bytes(data)
    return folder / name


def _get_pool() -> Pool:
    if not hasattr(_of_this_thread, "pool"):
        # Dask's nanny makes its worker a daemon, which multiprocessing lets have no children. Ours end with it anyway.
        current_process()._config["daemon"] = False  # type: ignore[attr-defined] # there is no public way
        _of_this_thread.pool = Pool(1, preload=READER)
    pool: Pool = _of_this_thread.pool
    return pool
