"""Certificates and keys as files, good ones and wrong ones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def write_pair(
    folder: Path, name: str, *, begin_days: int = -1, days: int = 30, password: str = ""
) -> tuple[Path, Path]:
    """A certificate for localhost and its key, as a club's own authority may hand them out; days count from `NOW`."""
    key, issuer = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    made = (
        x509.CertificateBuilder(issuer, issuer, key.public_key(), x509.random_serial_number())
        .not_valid_before(NOW + timedelta(days=begin_days))
        .not_valid_after(NOW + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=True)
        .sign(key, SHA256())
    )
    file, secret = folder / f"{name}.pem", folder / f"{name}.key"
    file.write_bytes(made.public_bytes(Encoding.PEM))
    lock = BestAvailableEncryption(password.encode()) if password else NoEncryption()
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock))
    return file, secret
