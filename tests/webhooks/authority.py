"""A certificate authority for one test, and receivers with certificates of every kind."""

import datetime
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

HOUR = datetime.timedelta(hours=1)


class Authority:
    """A certificate authority that signs for tests; only the context of `trust` knows it."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Test Authority")])
        self._certificate = self._signed(self._name, self._key, x509.BasicConstraints(True, None), HOUR)

    @property
    def pem(self) -> bytes:
        return self._certificate.public_bytes(serialization.Encoding.PEM)

    def trust(self) -> ssl.SSLContext:
        """The TLS context of a client that trusts only this authority."""
        return ssl.create_default_context(cadata=self.pem.decode())

    def serve(self, host: str, folder: Path, lasting: datetime.timedelta = HOUR) -> ssl.SSLContext:
        """The TLS context of a receiver that has a certificate for `host`, which ends after `lasting`."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.DNSName(host)])
        return _server(key, self._signed(x509.Name([]), key, names, lasting), folder)

    def serve_as_itself(self, folder: Path) -> ssl.SSLContext:
        """The TLS context of a receiver whose certificate is signed by its own key."""
        return _server(self._key, self._certificate, folder)

    def _signed(self, subject, key, extension, lasting) -> x509.Certificate:
        now = datetime.datetime.now(datetime.UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - 2 * HOUR)
            .not_valid_after(now + lasting)
            .add_extension(extension, critical=True)
            .sign(self._key, hashes.SHA256())
        )


def _server(key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate, folder: Path) -> ssl.SSLContext:
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path = folder / "both.pem"
    path.write_bytes(key.private_bytes(*form) + certificate.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context
