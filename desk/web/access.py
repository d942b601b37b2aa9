"""Who may come in: links that are signed, expire and can be withdrawn, and the sessions that they open.

The register lies in the user's own state folder, never beside the tournament's file: whoever gets a copy of that file
must not be able to make links. It belongs to one file or database: a copy has its own links. It is read again whenever
it has changed, so that a link withdrawn by another process is withdrawn here, too.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Literal, get_args

from itsdangerous import BadSignature, URLSafeSerializer
from platformdirs import user_state_path
from pydantic import TypeAdapter

from tournament.record.database import hide_password
from tournament.record.record_errors import is_url
from tournament.whole_files import write_whole

Role = Literal["organiser", "referee", "table", "public", "keyer"]
ROLES: tuple[Role, ...] = get_args(Role)
HOUR_S = 3600
_NAME_LETTERS = 8


@dataclass(frozen=True, slots=True)
class Access:
    """A link that was given out. `name`: under which its holder decides; `table`: of a table's link; `until`: seconds
    since 1970; `once`: it opens one session only, and `used` then."""

    id: str
    role: Role
    name: str
    table: int | None
    until: float
    once: bool = False
    used: bool = False
    withdrawn: bool = False

    def holds(self, now: float) -> bool:
        """Whether a session of this link is still good."""
        return not self.withdrawn and now < self.until


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a request: a valid session of a valid link. `csrf`: the token that forms of this session must
    contain."""

    access: Access
    csrf: str

    @property
    def role(self) -> Role:
        """What the visitor may do."""
        return self.access.role

    def is_own_mark(self, given: str) -> bool:
        """Whether that is the token of this session's forms."""
        return secrets.compare_digest(given.encode(), self.csrf.encode())


@dataclass(frozen=True, slots=True)
class _Kept:
    """The contents of a register's file. `secret`: signs links, sessions and forms."""

    secret: str
    accesses: tuple[Access, ...] = ()


_KEPT: TypeAdapter[_Kept] = TypeAdapter(_Kept)
Version = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Known:
    """The register's content as last read; `version`: that of the file then, None before the first reading."""

    version: Version | None
    secret: str
    accesses: Mapping[str, Access]


class Register:
    """The links of one tournament, kept in a file that only its owner can read. Every call may come from any thread."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock, self._lock = path, clock, Lock()
        self._known = _Known(None, secrets.token_urlsafe(32), {})
        if self._look_up().version is None:
            self._keep({})

    @property
    def name(self) -> str:
        """A few letters that differ from those of every other tournament's register."""
        return self._path.stem[:_NAME_LETTERS]

    def issue(self, role: Role, name: str, *, hours: float, table: int | None = None, once: bool = False) -> str:
        """Makes a link; returns the part of its address that says which link it is."""
        now = self._clock()
        access = Access(secrets.token_urlsafe(12), role, name, table, now + hours * HOUR_S, once)
        with self._lock:
            good = {id_: one for id_, one in self._look_up().accesses.items() if one.holds(now)}
            self._keep({**good, access.id: access})
        return self._sign("link").dumps(access.id)

    def open_session(self, token: str) -> str | None:
        """The cookie of a new session for that link; None where the link is invalid, expired or withdrawn."""
        with self._lock:
            access = self._find("link", token)
            if access is None or (access.once and access.used):
                return None
            self._keep({**self._look_up().accesses, access.id: replace(access, used=True)})
        return self._sign("session").dumps([access.id, secrets.token_urlsafe(12)])

    def has_used(self, cookie: str, token: str) -> bool:
        """Whether the session with that cookie was opened with that link."""
        link = self._find("link", token)
        return link is not None and link == self._find("session", cookie)

    def find_visitor(self, cookie: str) -> Visitor | None:
        """The visitor with that cookie; None for a cookie that is not ours, or whose link is no longer valid."""
        access = self._find("session", cookie)
        if access is None:
            return None
        return Visitor(access, self._sign("csrf").dumps(sha256(cookie.encode()).hexdigest()[:32]))

    def count_left_s(self, cookie: str) -> int:
        """Seconds for which the session with that cookie is still good."""
        access = self._find("session", cookie)
        return 0 if access is None else max(0, int(access.until - self._clock()))

    def withdraw(self, id_: str) -> None:
        """Ends the link and all its sessions."""
        with self._lock:
            accesses = self._look_up().accesses
            if id_ in accesses:
                self._keep({**accesses, id_: replace(accesses[id_], withdrawn=True)})

    def list_open(self) -> tuple[Access, ...]:
        """All valid links, in the order in which they were made."""
        now = self._clock()
        return tuple(access for access in self._look_up().accesses.values() if access.holds(now))

    def sign_again(self, access: Access) -> str:
        """The part of the address of a link that was made before."""
        return self._sign("link").dumps(access.id)

    def find_beside(self, name: str) -> Path:
        """The path of a file beside the register, for further data that only this computer's owner may read."""
        return self._path.with_suffix(f".{name}.json")

    def _find(self, purpose: str, signed: str) -> Access | None:
        try:
            content = self._sign(purpose).loads(signed)
        except BadSignature:
            return None
        access = self._look_up().accesses.get(content if isinstance(content, str) else content[0])
        return access if access is not None and access.holds(self._clock()) else None

    def _sign(self, purpose: str) -> URLSafeSerializer:
        return URLSafeSerializer(self._look_up().secret, salt=purpose)

    def _look_up(self) -> _Known:
        """The file's content now; if it cannot be read, the content last read."""
        version = _find_version(self._path)
        if version is not None and version != self._known.version:
            kept = _read_register(self._path)
            if kept is not None:
                self._known = _Known(version, kept.secret, {access.id: access for access in kept.accesses})
        return self._known

    def _keep(self, accesses: Mapping[str, Access]) -> None:
        document = _KEPT.dump_json(_Kept(self._known.secret, tuple(accesses.values())))
        write_whole(self._path, lambda draft: draft.write_bytes(document))
        self._path.chmod(0o600)  # its folder lets nobody else in anyhow
        self._known = _Known(_find_version(self._path), self._known.secret, accesses)  # need not be read again


def make_state_folder() -> Path:
    """The user's own folder for the page's data; nobody else may read it."""
    folder = user_state_path("kiebitz") / "desk"
    folder.mkdir(parents=True, exist_ok=True)
    if os.name == "posix":
        folder.chmod(0o700)
    return folder


def find_register(where: str, tournament: str) -> Path:
    """Where the links of the tournament with that key are kept, in the file or database `where`; its folder is made."""
    place = hide_password(where) if is_url(where) else os.path.realpath(where)
    name = sha256("\n".join((place, tournament)).encode()).hexdigest()[:24]
    return make_state_folder() / f"{name}.json"


def _read_register(path: Path) -> _Kept | None:
    """The register's content; None for a file that is missing or not ours: all links must then be made anew."""
    try:
        return _KEPT.validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None


def _find_version(path: Path) -> Version | None:
    """A value that changes whenever the file is written; None where there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
