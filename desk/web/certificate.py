"""Certificates for HTTPS: one that is given, or one of our own, of which browsers warn once."""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from desk.exits import WrongUse
from tournament.errors import find_reason
from tournament.whole_files import write_whole

LASTS = timedelta(days=365)
LEAST_LEFT = timedelta(days=7)
"""What must be left of our own certificate when the page is started, or another is made: longer than a tournament."""
CLOCKS = timedelta(days=1)
"""Telephones whose clocks are this much slow take our own certificate, too."""
HERE = ("localhost", "127.0.0.1", "::1")
"""Names of this computer for itself."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """PEM files that a server can use. `key`: may be the same file; `fingerprint`: SHA-256 as browsers show it;
    `is_own`: we made it, and nobody vouches for it."""

    file: Path
    key: Path
    fingerprint: str
    is_own: bool = False


def check_certificate(file: Path, key: Path | None, now: datetime | None = None) -> Certificate:
    """The certificate that somebody gives; without `key` its key must be in the same file.

    Raises `WrongUse` with the one thing that is wrong.
    """
    given = _read_first(file)
    place = key or file
    _check_key(given, file, place, is_given=key is not None)
    moment = now or datetime.now(UTC)
    if moment >= given.not_valid_after_utc:
        raise WrongUse("web.certificate.expired", path=file, **_split_day(given.not_valid_after_utc))
    if moment < given.not_valid_before_utc:
        raise WrongUse("web.certificate.too-early", path=file, **_split_day(given.not_valid_before_utc))
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(file, place)
    except (ssl.SSLError, OSError) as error:  # too short a key, a broken chain
        raise WrongUse("web.certificate.refused", path=file) from error
    return Certificate(file, place, _find_fingerprint(given))


def keep_certificate(folder: Path, hosts: Iterable[str], now: datetime | None = None) -> Certificate:
    """Our own certificate for these names and addresses of this computer, kept in `folder` with its key.

    Another is made when it ends within days, does not hold for them all, or is damaged.
    """
    file, moment = folder / "https.pem", now or datetime.now(UTC)
    wanted = list(dict.fromkeys((*HERE, *hosts)))
    with suppress(WrongUse):
        known = _read_first(file)
        if _holds_for(known, wanted) and known.not_valid_before_utc <= moment < known.not_valid_after_utc - LEAST_LEFT:
            return replace(check_certificate(file, None, moment), is_own=True)
    pem = _make_pem(wanted, moment)
    write_whole(file, lambda draft: draft.write_bytes(pem))
    file.chmod(0o600)  # its folder lets nobody else in anyhow
    return Certificate(file, file, _find_fingerprint(x509.load_pem_x509_certificate(pem)), is_own=True)


def _make_pem(hosts: Sequence[str], now: datetime) -> bytes:
    """A new key and the certificate that it signs for itself, one below the other."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Kiebitz")])
    made = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS)
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName([_name_host(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + made.public_bytes(Encoding.PEM)


def _read_first(file: Path) -> x509.Certificate:
    """The first certificate of the file, which is the server's own."""
    try:
        return x509.load_pem_x509_certificates(file.read_bytes())[0]
    except OSError as error:
        raise WrongUse("web.certificate.unreadable", path=file, reason=find_reason(error)) from error
    except ValueError as error:
        raise WrongUse("web.certificate.no-certificate", path=file) from error


def _check_key(certificate: x509.Certificate, file: Path, place: Path, *, is_given: bool) -> None:
    """Raises `WrongUse` for a key that is missing, locked, or that of another certificate."""
    try:
        key = load_pem_private_key(place.read_bytes(), None)
    except OSError as error:
        raise WrongUse("web.certificate.unreadable", path=place, reason=find_reason(error)) from error
    except TypeError as error:
        raise WrongUse("web.certificate.locked", path=place) from error
    except Exception as error:  # the library has several for what is no key
        wrong = "no-key" if is_given else "key-missing"
        raise WrongUse(f"web.certificate.{wrong}", path=place) from error
    form = Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    if key.public_key().public_bytes(*form) != certificate.public_key().public_bytes(*form):
        raise WrongUse("web.certificate.not-fitting", path=file, key=place)


def _holds_for(certificate: x509.Certificate, hosts: Sequence[str]) -> bool:
    try:
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    return {_name_host(host) for host in hosts} <= set(named)


def _name_host(host: str) -> x509.GeneralName:
    address = _read_address(host)
    return x509.DNSName(host.encode("idna").decode("ascii")) if address is None else x509.IPAddress(address)


def _read_address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.partition("%")[0])  # without the network card's name
    except ValueError:
        return None


def _find_fingerprint(certificate: x509.Certificate) -> str:
    return certificate.fingerprint(SHA256()).hex(":").upper()


def _split_day(moment: datetime) -> dict[str, int]:
    return {"day": moment.day, "month": moment.month, "year": moment.year}
