"""Validation of ops/ with the programs that will read it, as far as these are here, or with their schemas."""

import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from ops.package import passing
from ops.package.tools import OPS, OWN, Failed, run

UNITS = sorted((OPS / "systemd").glob("fulfilment*.*[!v]"))
# The bound is of 10; the rest is that the service speaks to networks.
MOST_EXPOSURE = "1.4"
OVERLAYS = ("base", "expand", "contract", "example", "example/expand", "example/contract")


def check_container() -> str:
    run(OWN / "hadolint", "--failure-threshold", "style", OPS / "container" / "Containerfile")
    return ""


def check_compose() -> str:
    run(OWN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", OPS / "compose" / "compose.yaml")
    return ""


def check_systemd() -> str:
    """In a root of their own: neither the program nor the user is on this machine."""
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        return "systemd units: systemd-analyze is not installed (Debian: systemd)"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree("/usr/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
        program = root / "opt/fulfilment/bin/fulfilment"
        program.parent.mkdir(parents=True)
        shutil.copy("/bin/true", program)
        (root / "bin").mkdir(exist_ok=True)
        shutil.copy("/bin/true", root / "bin/sh")
        (root / "etc/systemd/system").mkdir(parents=True)
        for unit in UNITS:
            shutil.copy(unit, root / "etc/systemd/system")
        run(analyze, "verify", "--man=no", "--recursive-errors=no", f"--root={root}", *(unit.name for unit in UNITS))
    # The unit that asks /livez kills the other services, and needs the rights for it.
    services = [unit for unit in UNITS if unit.suffix == ".service" and "livez" not in unit.name]
    # Its threshold is ten times what it prints.
    most = f"--threshold={float(MOST_EXPOSURE) * 10:.0f}"
    run(analyze, "security", "--offline=true", "--no-pager", most, *services)
    return ""


def check_kubernetes() -> str:
    """Each overlay as kubectl puts it together, strictly, against the schemas of Kubernetes 1.37 and of 1.33."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for overlay in OVERLAYS:
            built = Path(folder, overlay.replace("/", "-")).with_suffix(".yaml")
            built.write_text(run(OWN / "kubectl", "kustomize", OPS / "kubernetes" / overlay), encoding="utf-8")
            files.append(built)
        for version in ("1.33", "1.37"):
            run(OWN / "kubernetes-validate", "--strict", "--quiet", "--kubernetes-version", version, *files)
    return ""


def check_caddy() -> str:
    file = OPS / "proxy" / "Caddyfile"
    with tempfile.TemporaryDirectory() as folder:
        run(OWN / "caddy", "validate", "--adapter", "caddyfile", "--config", file, environ={"HOME": folder})
        run(OWN / "caddy", "fmt", "--diff", file, environ={"HOME": folder})
    return ""


def check_nginx() -> str:
    """Its words and their places, then what is known to go wrong, then nginx itself where that is installed."""
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder, "nginx.conf")
        site = (OPS / "proxy" / "nginx.conf").read_text(encoding="utf-8")
        whole.write_text(_own(site, Path(folder)), encoding="utf-8")
        parsed = run(OWN / "crossplane", "parse", "--strict", whole)
        if '"status":"ok"' not in parsed.replace(" ", ""):
            raise Failed(f"nginx.conf cannot be read: {parsed}")
        # Its advice on Host is for services that build links from it; ours compares it with what was signed.
        run(OWN / "gixy", "-l", "--skips", "host_spoofing", whole)
        nginx = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
        if not nginx:
            return "nginx -t: nginx is not installed (it was parsed and linted)"
        name = str(Path(folder) / "self")
        run(
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=fulfilment"),
            *("-keyout", f"{name}.key", "-out", f"{name}.pem"),
        )
        run(nginx, "-t", "-q", "-p", folder, "-c", whole)
    return ""


def _own(site: str, folder: Path) -> str:
    """A whole configuration around ours, with an existing certificate and free ports."""
    site = re.sub(r"ssl_certificate .*;", f"ssl_certificate {folder}/self.pem;", site)
    site = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {folder}/self.key;", site)
    site = site.replace("listen 443 ssl;", "listen 127.0.0.1:8443 ssl;").replace("listen 80;", "listen 127.0.0.1:8081;")
    return (
        f"pid {folder}/nginx.pid;\nerror_log stderr;\nevents {{ }}\n"
        f"http {{\naccess_log off;\nclient_body_temp_path {folder}/body;\nproxy_temp_path {folder}/proxy;\n{site}}}\n"
    )


ALL: dict[str, Callable[[], str]] = {
    "Containerfile linted": check_container,
    "compose file fits its schema": check_compose,
    "systemd units verified": check_systemd,
    "Kubernetes manifests fit their schemas": check_kubernetes,
    "Caddyfile validated": check_caddy,
    "nginx configuration validated": check_nginx,
    "Caddy tried": passing.check_caddy,
    "nginx tried": passing.check_nginx,
}
