"""Photographs read by a Dask cluster: the same results in the same order as by this computer's own worker processes.

A cluster is other computers with the same version of Kiebitz, one Dask scheduler and any number of Dask workers (see
docs/cluster.md). Dask gives what a lost worker had to another one. Where the scheduler itself is lost, this computer
reads the rest.
"""

from __future__ import annotations

import logging
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing import current_process
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from typing import TYPE_CHECKING

from desk.exits import ClusterLost, ClusterMissing, ClusterVersion, Stop
from desk.workers.pool import Pool
from desk.workers.read_photos import READER, READING, ReadTask, leave_unread
from desk.workers.worker_process import Loss
from scanner.scan_limits import MAX_FILE_BYTES
from scanner.sheet_reading import DrawnNames, SheetReading

if TYPE_CHECKING:
    from distributed import Client, Future


ANSWER_S = 15
"""Seconds in which the scheduler must answer."""
AHEAD = 3
"""Photographs a thread of the cluster that are sent ahead: it never waits for the network, and memory stays bounded."""

Answer = list[SheetReading] | Stop
"""The sheets of a photograph, or why this worker can read none."""

_of_this_thread = local()


@dataclass(frozen=True, slots=True)
class SentPhoto:
    """A photograph on its way to a worker. `layout`: the text of a foreign sheet's layout; `drawn`: whose printed names
    need no Tesseract; `version`: ours."""

    name: str
    data: bytes
    layout: bytes | None
    drawn: DrawnNames
    version: str


class Cluster:
    """A connection to the scheduler at `address`. Leaving it ends the connection, and what was asked for and not read.

    Raises ClusterMissing without the library for it, ClusterLost where nothing answers at the address.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            raise ClusterMissing() from error
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said by us, in one sentence
        try:
            self._client: Client = Client(address, timeout=ANSWER_S, set_as_default=False)
        except (OSError, ValueError, RuntimeError) as error:
            raise ClusterLost(address=address, reason=type(error).__name__) from error

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close(timeout=ANSWER_S)

    def read(
        self, tasks: Sequence[ReadTask], done: Callable[[ReadTask], None], rest: Pool
    ) -> Iterator[tuple[SheetReading, ...]]:
        """Yields each file's sheets in the order of the tasks. `done` is called with each file as it is yielded.

        `rest`: reads what the cluster can no longer be asked for. Raises ClusterVersion where a worker has another
        version of Kiebitz, whose readings could differ.
        """
        left = deque(tasks)
        try:
            for task, future in self._send_ahead(tasks):
                yield next(rest.run(READING, [task])) if future is None else self._receive(task, future)
                done(left.popleft())
        except (OSError, RuntimeError, TimeoutError):  # Dask's ways to say that the scheduler is gone
            yield from rest.run(READING, list(left), done)

    def _send_ahead(self, tasks: Sequence[ReadTask]) -> Iterator[tuple[ReadTask, Future[Answer] | None]]:
        """Yields each task with what was sent for it. Others are sent meanwhile, so that no thread waits for us."""
        sent: deque[tuple[ReadTask, Future[Answer] | None]] = deque()
        for task in tasks:
            sent.append((task, self._send(task)))
            if len(sent) >= AHEAD * sum(self._client.nthreads().values()):
                yield sent.popleft()
        yield from sent

    def _send(self, task: ReadTask) -> Future[Answer] | None:
        """None for a file that cannot be sent; reading it here says why."""
        try:
            layout = None if task.layout is None else _read_file(task.layout)
            photo = SentPhoto(task.photo.name, _read_file(task.photo), layout, task.drawn, version("kiebitz"))
        except OSError:
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Dask warns of large tasks, and a photograph is one
            return self._client.submit(read_sent, photo, pure=False)

    def _receive(self, task: ReadTask, future: Future[Answer]) -> tuple[SheetReading, ...]:
        from distributed import KilledWorker

        try:
            answer = future.result()
        except KilledWorker:  # every worker that had it died of it
            return (leave_unread(task, Loss("died")),)
        if isinstance(answer, Stop):
            raise answer
        return tuple(answer)


def read_sent(photo: SentPhoto) -> Answer:
    """The sheets of the photograph; runs in a Dask worker.

    The file is read in a process of its own under the limits that hold everywhere. Each thread of the worker keeps one.
    """
    if photo.version != version("kiebitz"):
        return ClusterVersion(here=photo.version, there=version("kiebitz"))
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        layout = None if photo.layout is None else _write(Path(folder, "layout"), "layout.toml", photo.layout)
        task = ReadTask(_write(Path(folder, "photo"), photo.name, photo.data), layout, drawn=photo.drawn)
        try:
            return [reading for readings in _get_pool().run(READING, [task]) for reading in readings]
        except Stop as stop:
            return stop


def _read_file(path: Path) -> bytes:
    """At most a byte more than is allowed, so that the worker finds too much where there is too much."""
    with path.open("rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


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
