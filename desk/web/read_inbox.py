"""Reads the photographs that came in, with one thread and worker processes that no picture can harm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Event, Thread

from desk.adding_photos import SCANNER, add_readings, file_judgements
from desk.exits import write_log
from desk.pictures.cut_pictures import Gathered, cut_all, decode_here, make_decoder
from desk.pictures.photo_copies import CopyFiler
from desk.web.inbox import Refusal, Sent, refuse_closed_round, refuse_other_table
from desk.web.running_desk import Desk
from desk.web.sender_turns import NO_TURNS, Turns, choose_in_turn
from desk.workers.judge_sheets import make_judge
from desk.workers.pool import Pool, Work, count_workers
from desk.workers.read_photos import JUDGE, LOADING, READER, READING, ReadTask
from desk.workers.worker_process import BUDGET, Budget
from scanner.sheet_reading import Problem, SheetReading
from texts.languages import LANGUAGES
from texts.sentences import Phrase, SpokenError, say_on_page
from tournament.evening.roster import Roster
from tournament.evening.sheet_intake import find_problem, transcribe_safely
from tournament.filing.opened.filed_sheets import make_roster
from tournament.judging.written_sheet import NOWHERE, Place
from tournament.record.record_errors import RecordError, StoreUnreachable
from tournament.record.replay import Tournament, replay
from tournament.record.store import Store
from tournament.record.verify_record import find_photos, list_folders

JUDGING_BUDGET = replace(BUDGET, page_s=5.0)
"""Limits of judging. A sheet takes a tenth of a second, and whoever opens a page waits for it."""
PAUSE_S = 20.0
"""Seconds after a failure, such as a full disk, before the same photographs are tried again."""
IDLE_S = 300.0
"""Seconds without a photograph after which the workers end: a round's photographs come within minutes."""
AGAIN_S = 1.0
"""Seconds between two checks whether a lost database is back."""
ENDING_S = 5.0
LEAST_WORKERS, MOST_WORKERS = 3, 9
"""Least and most worker processes, whatever the number of cores: at least two serve one sender, so that a slow picture
does not delay the next one, and one is left for everybody else. More than eight photographs do not come in at once."""


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How photographs are read. `size`: worker processes, 0 for one per core and one more."""

    size: int = 0
    budget: Budget = BUDGET
    work: Work[ReadTask, SheetReading] = READING
    preload: Sequence[str] = (*READER, *JUDGE)
    warm: bool = True


@dataclass(slots=True)
class Reader:
    """Reads while the server runs: `with Reader(desk): ...`. Photographs not read when it ends are read the next
    time."""

    desk: Desk
    settings: ReaderSettings = ReaderSettings()
    _ending: Event = field(default_factory=Event)
    _thread: Thread | None = None
    _done: set[str] = field(default_factory=set)
    _uncopied: set[str] = field(default_factory=set)
    _waiting: list[tuple[Sent, Path]] = field(default_factory=list)
    _taken: dict[Path, Sent] = field(default_factory=dict)
    _turns: Turns = NO_TURNS

    @property
    def _store(self) -> Store:
        """The file without its watchers, so that pages are updated only once per photograph, when it is judged."""
        return replace(self.desk.store, watchers=())

    def __enter__(self) -> Reader:
        size = self.settings.size or max(LEAST_WORKERS, count_workers(0, MOST_WORKERS - 1) + 1)
        pool = Pool(size, self.settings.budget, self.settings.preload)
        judges, decoders = Pool(1, JUDGING_BUDGET, self.settings.preload), Pool(1, BUDGET, self.settings.preload)
        self._thread = Thread(target=self._run, args=(pool, judges, decoders), name="reader", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self.desk.inbox.arrived.set()
        if self._thread is not None:
            self._thread.join(ENDING_S)  # workers that are busy longer end with this process

    def _run(self, pool: Pool, judges: Pool, decoders: Pool) -> None:
        with pool, judges, decoders:
            self.desk.judge, self.desk.pictures.decode = make_judge(judges), make_decoder(decoders)
            try:
                self._serve(pool)
            finally:
                self.desk.judge, self.desk.pictures.decode = None, decode_here

    def _serve(self, pool: Pool) -> None:
        """Starts the workers, then reads whatever arrives until the server ends."""
        warm = not self.settings.warm
        while not self._ending.is_set():
            try:
                if not warm:
                    list(pool.run(LOADING, [None] * pool.size))
                    warm = True
                self._taken.clear()
                self.desk.inbox.arrived.set()  # what lies there since before, or since a failure
                self._read_waiting(pool)
                self._say_trouble(None)
            except Exception as error:  # noqa: BLE001 - nothing may end the reading for good; pages say why
                write_log(error)
                self._say_trouble(error)
                self._rest(error)
                continue
            if not self.desk.inbox.arrived.wait(IDLE_S):
                pool.rest()
                self.desk.inbox.arrived.wait()

    def _rest(self, error: Exception) -> None:
        """Waits until another try makes sense: some seconds, or until a lost database is back, which also ends the
        trouble that the pages show."""
        if not isinstance(error, StoreUnreachable):
            self._ending.wait(PAUSE_S)
            return
        while not self._ending.wait(AGAIN_S):
            with suppress(RecordError):
                self.desk.store.read_head()
                self._say_trouble(None)
                return

    def _read_waiting(self, pool: Pool) -> None:
        """Reads what waits and what arrives meanwhile, then stores the copies."""
        try:
            take = partial(self._take_tasks, pool)
            for task, readings in pool.run_arriving(self.settings.work, take):
                self._write(self._taken.pop(task.photo), task, readings)
                if self._ending.is_set():
                    return
        finally:
            self.desk.is_reading = False
        self._file_copies(pool)

    def _file_copies(self, pool: Pool) -> None:
        """Stores copies of photographs that have none, also from a run that was killed. Photographs that arrive
        meanwhile are read first; a copy that cannot be made is tried only once per run."""
        store = self.desk.store
        copies = CopyFiler(store, self.desk.open(self.desk.lang), SCANNER)
        folders = list_folders(store.where, [self.desk.photo_folder])
        wanted = [one for one in copies.uncopied.values() if one.photo_sha256 not in self._uncopied]
        found = list(find_photos(wanted, folders).paths.items())
        while found and not self.desk.inbox.arrived.is_set():
            portion, found = dict(found[: pool.size]), found[pool.size :]
            self._uncopied.update(portion)
            cut_all({}, Gathered(portion), pool, copies)
        if copies.waiting:
            copies.finish()  # pages open the file anew: pictures are cut from the copies
            self.desk.publish_change()

    def _take_tasks(self, pool: Pool) -> list[ReadTask]:
        """The photographs to read next: one for each free worker, in turn by sender."""
        if self._ending.is_set():
            return []
        if self.desk.inbox.arrived.is_set():
            self.desk.inbox.arrived.clear()
            known = dict.fromkeys((*self._look_up()[0].photos, *self._done))  # `_done`: read, and nothing new in them
            self._waiting = [one for one in self.desk.inbox.list_waiting(known) if one[1] not in self._taken]
        self.desk.unread = len(self._taken) + len(self._waiting)
        self.desk.is_reading = self.desk.unread > 0
        if not self._waiting or len(self._taken) >= pool.size:
            return []
        busy = [sent.first_sender for sent in self._taken.values()]
        senders = [sent.first_sender for sent, _ in self._waiting]
        places, self._turns = choose_in_turn(senders, busy, pool.size, self._turns)
        chosen = {self._waiting[place][1]: self._waiting[place][0] for place in places}
        self._waiting = [one for one in self._waiting if one[1] not in chosen]
        self._taken |= chosen
        tournament, roster = self._look_up()
        return [ReadTask(path, drawn=roster.drawn_names, own_list=tournament.opening.own_list) for path in chosen]

    def _look_up(self) -> tuple[Tournament, Roster]:
        """The tournament and its players without judging the sheets: a tenth of the time, and somebody is waiting."""
        entries = self.desk.store.read_entries()
        tournament = replay(entries)
        return tournament, make_roster(tournament, entries)

    def _write(self, sent: Sent, task: ReadTask, readings: Sequence[SheetReading]) -> None:
        """Writes a photograph's sheets into the file and judges them; or notes why nothing of it counts."""
        tournament, roster = self._look_up()
        if task.own_list != tournament.opening.own_list and any(one.problem is not None for one in readings):
            self.desk.inbox.arrived.set()  # by the list that is known since it is read again
            return
        given = find_given_place(sent, coded=any(one.code is not None for one in readings))
        rules = tournament.opening.rules
        written = [transcribe_safely(one, given, write_log) for one in readings]
        problems = [problem for one in written if (problem := find_problem(rules, roster, one)) is not None]
        strange = find_other_table(sent, (one.table for one in written if one.problem is None))
        if strange is not None:
            self._refuse(sent, refuse_other_table(strange))
            return
        closed = find_closed_round(sent, (one.round for one in written if one.problem is None), tournament)
        if closed is not None:
            self._refuse(sent, refuse_closed_round(closed))
            return
        added = add_readings(self._store, rules, roster, ((task.photo, one) for one in readings), given)
        if problems or not readings:
            problem = problems[0] if problems else Problem.of("scanner.not-a-picture")
            self._refuse(sent, explain_problem(problem))
        elif not added.sheets:
            self._done.add(sent.sha256)
        if added.sheets:
            evening = file_judgements(self._store, self.desk.open(self.desk.lang))
            self.desk.take_over(evening, self.desk.lang)
            self.desk.publish_change()

    def _refuse(self, sent: Sent, refusal: Refusal) -> None:
        self.desk.inbox.refuse(sent.sha256, refusal)
        self.desk.publish_change()

    def _say_trouble(self, error: Exception | None) -> None:
        """Shows on the pages why nothing is read; None once reading goes on."""
        before, self.desk.trouble = self.desk.trouble, None
        if error is not None:
            self.desk.trouble = error.phrase if isinstance(error, SpokenError) else Phrase("web.photos.trouble")
        if before != self.desk.trouble:
            self.desk.publish_change()


def explain_problem(problem: Problem) -> Refusal:
    """The refusal of a photograph, in words for a page."""
    return Refusal(problem.code, {str(lang): say_on_page(problem.sentence, lang) for lang in LANGUAGES})


def find_given_place(sent: Sent, *, coded: bool) -> Place:
    """Round and table for a sheet that does not state its own: the table of the link that sent it; where no sheet is
    `coded`, thus one of ours with boxes for them, also what the sender said."""
    tables = sent.tables or ()
    table = next(iter(tables)) if len(tables) == 1 else None
    round_, said = NOWHERE if coded else sent.place
    return round_, table or said


def find_closed_round(sent: Sent, rounds: Iterable[int | None], tournament: Tournament) -> int | None:
    """The first closed round among the sheets' rounds, for a photograph that only tables sent: the photograph is kept
    for the organiser. None where all may be read."""
    if sent.tables is None:
        return None
    return next((one for one in rounds if one is not None and one in tournament.closed), None)


def find_other_table(sent: Sent, tables: Iterable[int | None]) -> int | None:
    """The first of the sheets' tables for which none of the links that sent the photograph is valid; None for none."""
    allowed = sent.tables
    return None if allowed is None else next((one for one in tables if one is not None and one not in allowed), None)
