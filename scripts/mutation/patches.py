"""Patches with a head that describes the mutation."""

import hashlib
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(*words, **options):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, **options)


def hash_of(*texts):
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:24]


class Patch:
    """A mutation: its fields, the files that it touches and their new texts."""

    def __init__(self, path, fields):
        self.path, self.name = path, path.stem
        head = path.read_text().split("\n--- ")[0].splitlines()
        self.fields = dict(line.split(": ", 1) for line in head if ": " in line)
        missing = [field for field in fields if field not in self.fields]
        if missing:
            raise SystemExit(f"{path.name}: the head lacks {', '.join(missing)}")
        lines = path.read_text().splitlines()
        self.files = [line[6:] for line in lines if line.startswith("+++ b/")]

    def after(self):
        """The texts of the touched files after the patch, or None if it does not apply."""
        with tempfile.TemporaryDirectory() as folder:
            for name in self.files:
                if not (ROOT / name).exists():
                    return None
                target = pathlib.Path(folder) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes((ROOT / name).read_bytes())
            # Outside of any repository, or git would resolve the paths in the surrounding one.
            done = run("git", "apply", "--unsafe-paths", self.path, cwd=folder,
                       env={"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": "/"})
            if done.returncode != 0:
                return None
            return {name: (pathlib.Path(folder) / name).read_text() for name in self.files}

    @property
    def hash(self):
        """The key of a cached verdict: a hash of the patch and the sources that it touches."""
        texts = [(ROOT / name).read_bytes() for name in self.files if (ROOT / name).exists()]
        return hash_of(self.path.read_bytes(), *texts)

    @property
    def mark(self):
        """A short hash of the changed lines; a table row refers by it to a version of a patch."""
        lines = self.path.read_text().splitlines()
        changed = [line for line in lines if line[:1] in ("+", "-") or line.startswith("Rule: ")]
        return hash_of("\n".join(changed).encode())[:8]


def all_in(folder, fields):
    return [Patch(path, fields) for path in sorted((ROOT / folder).glob("*.patch"))]
