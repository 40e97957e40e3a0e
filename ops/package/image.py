"""The container image, where there is a program that builds one and an engine that it reaches."""

import shutil

from ops.package.tools import OPS, ROOT, Failed, run


def build() -> str:
    """Build the image and ask it for its version. Returns why not, where nothing here can."""
    engine = next((found for name in ("podman", "docker") if (found := shutil.which(name))), None)
    if engine is None:
        return "container image: neither podman nor docker is installed"
    try:
        run(engine, "info")
    except Failed:
        return f"container image: {engine} finds no engine"
    run(engine, "build", "--file", OPS / "container" / "Containerfile", "--tag", "fulfilment:packaged", ROOT)
    run(engine, "run", "--rm", "--read-only", "--cap-drop=ALL", "--network=none", "fulfilment:packaged", "--version")
    return ""
