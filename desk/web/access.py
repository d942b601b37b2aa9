"""Who may come in: links that are signed, expire and can be withdrawn, and the sessions that they open.

The register lies in the user's own folder for such things, never beside the tournament's file: who is sent that file
must not be able to make links.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Literal, get_args

from itsdangerous import BadSignature, URLSafeSerializer
from platformdirs import user_state_path

from tournament.whole_files import write_whole

Role = Literal["organiser", "referee", "table", "public", "keyer"]
ROLES: tuple[Role, ...] = get_args(Role)
HOUR_S = 3600


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
    """Who asks: a good session of a good link. `csrf`: what forms of this session must bring along."""

    access: Access
    csrf: str

    @property
    def role(self) -> Role:
        """What the visitor may do."""
        return self.access.role


class Register:
    """The links of one tournament, kept in a file that only its owner can read. Every call may come from any thread."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock, self._lock = path, clock, Lock()
        known = _read_register(path)
        self._secret: str = known.get("secret") or secrets.token_urlsafe(32)
        self._accesses = {one["id"]: Access(**one) for one in known.get("accesses", ())}
        self._keep()

    def issue(self, role: Role, name: str, *, hours: float, table: int | None = None, once: bool = False) -> str:
        """Makes a link; returns what stands in its address."""
        access = Access(secrets.token_urlsafe(12), role, name, table, self._clock() + hours * HOUR_S, once)
        with self._lock:
            self._accesses[access.id] = access
            self._keep()
        return self._sign("link").dumps(access.id)

    def open_session(self, token: str) -> str | None:
        """The cookie of a new session for whoever brings that link; None where the link is not, or no longer, good."""
        access = self._find("link", token)
        with self._lock:
            if access is None or (access.once and self._accesses[access.id].used):
                return None
            self._accesses[access.id] = replace(self._accesses[access.id], used=True)
            self._keep()
        return self._sign("session").dumps([access.id, secrets.token_urlsafe(12)])

    def find_visitor(self, cookie: str) -> Visitor | None:
        """Who has that cookie; None for a cookie that is not ours, or whose link is no longer good."""
        access = self._find("session", cookie)
        if access is None:
            return None
        return Visitor(access, self._sign("csrf").dumps(sha256(cookie.encode()).hexdigest()[:32]))

    def withdraw(self, id_: str) -> None:
        """Ends the link and all its sessions."""
        with self._lock:
            if id_ in self._accesses:
                self._accesses[id_] = replace(self._accesses[id_], withdrawn=True)
                self._keep()

    def list_open(self) -> tuple[Access, ...]:
        """All links that are still good, in the order in which they were made."""
        now = self._clock()
        return tuple(access for access in self._accesses.values() if access.holds(now))

    def sign_again(self, access: Access) -> str:
        """What stands in the address of a link that was made before."""
        return self._sign("link").dumps(access.id)

    def find_beside(self, name: str) -> Path:
        """A file for what else only this computer's owner may know of the tournament."""
        return self._path.with_suffix(f".{name}.json")

    def _find(self, purpose: str, signed: str) -> Access | None:
        try:
            content = self._sign(purpose).loads(signed)
        except BadSignature:
            return None
        access = self._accesses.get(content if isinstance(content, str) else content[0])
        return access if access is not None and access.holds(self._clock()) else None

    def _sign(self, purpose: str) -> URLSafeSerializer:
        return URLSafeSerializer(self._secret, salt=purpose)

    def _keep(self) -> None:
        document = {"secret": self._secret, "accesses": [asdict(one) for one in self._accesses.values()]}

        write_whole(self._path, lambda draft: draft.write_text(json.dumps(document), encoding="utf-8"))
        self._path.chmod(0o600)  # its folder lets nobody else in anyhow


def make_state_folder() -> Path:
    """The user's own folder for what the page must remember; nobody else may look into it."""
    folder = user_state_path("kiebitz") / "desk"
    folder.mkdir(parents=True, exist_ok=True)
    if os.name == "posix":
        folder.chmod(0o700)
    return folder


def find_register(tournament: str) -> Path:
    """Where the links of the tournament with that key are kept; its folder is made."""
    return make_state_folder() / f"{sha256(tournament.encode()).hexdigest()[:24]}.json"


def _read_register(path: Path) -> dict[str, Any]:
    """What was kept; nothing for a file that is not there or is none of ours: all links are then made anew."""
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        return known if isinstance(known, dict) else {}
    except (OSError, ValueError):
        return {}
