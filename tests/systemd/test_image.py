"""The image of a card: the changes made to its system, judged by the files alone.

`make test-image` tests that it is built, starts, grows, and survives a pulled plug.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
IMAGE = ROOT / "systemd" / "image"
SCRIPTS = sorted(IMAGE.iterdir())
KEY = "/boot/firmware/authorized_keys"


@pytest.fixture(name="root", scope="module")
def a_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a system with host keys and a machine id, as a distribution's packages leave it."""
    root = tmp_path_factory.mktemp("root")
    for place in ("etc/ssh/ssh_host_ed25519_key", "etc/machine-id", "etc/resolv.conf"):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text("of the machine that built it\n")
    subprocess.run([IMAGE / "lay", root], check=True)
    return root


def options(root: Path, place: str) -> list[str]:
    """Return the mount options of a place."""
    lines = [line.split() for line in (root / "etc" / "fstab").read_text().splitlines()]
    return next(fields[3] for fields in lines if fields[1] == place).split(",")


def test_all_of_it_stays_small() -> None:
    assert sum(len(path.read_text().splitlines()) for path in SCRIPTS) <= 300


def test_nothing_is_mounted_to_build_it_and_nobody_gets_a_password() -> None:
    for path in SCRIPTS:
        lines = [line for line in path.read_text().splitlines() if not line.lstrip().startswith("#")]
        for word in ("losetup", "loop", "chpasswd", "passwd", "useradd"):
            assert not re.search(rf"\b{word}\b", "\n".join(lines)), (path, word)
        assert not any(re.match(r"\s*(run )?mount ", line) for line in lines), path


def test_no_card_has_what_is_another_cards(root: Path) -> None:
    assert not list((root / "etc" / "ssh").glob("ssh_host_*"))
    assert (root / "etc" / "machine-id").read_text() == ""


def test_the_root_is_covered_in_memory_and_the_data_partition_is_not(root: Path) -> None:
    line = (root / "boot" / "firmware" / "cmdline.txt").read_text().split()
    assert "overlayroot=tmpfs:recurse=0" in line
    # With it the overlay itself would be read-only, and hardly any service would start.
    assert "ro" not in line
    assert "rw" not in line
    assert "ro" not in options(root, "/data")
    assert options(root, "/var/lib/companion") == options(root, "/etc/table-companion") == ["bind"]


def test_a_table_that_cannot_keep_matches_does_not_start_as_if_it_could(root: Path) -> None:
    assert "nofail" not in options(root, "/data")
    assert "nofail" not in options(root, "/var/lib/companion")
    assert "nofail" in options(root, "/boot/firmware"), "it plays without the boot partition"
    assert "ro" in options(root, "/boot/firmware")


@pytest.mark.parametrize("unit", ["ssh.service", "systemd-networkd.service", "systemd-networkd.socket"])
def test_without_a_key_there_is_neither_ssh_nor_a_net(root: Path, unit: str) -> None:
    text = (root / "etc" / "systemd" / "system" / f"{unit}.d" / "table.conf").read_text()
    assert f"ConditionPathExists={KEY}\n" in text


def test_ssh_takes_that_key_and_nothing_else(root: Path) -> None:
    text = (root / "etc" / "ssh" / "sshd_config.d" / "table.conf").read_text()
    settings = dict(line.split(" ", 1) for line in text.splitlines())
    assert settings["AuthorizedKeysFile"] == KEY
    assert settings["PasswordAuthentication"] == settings["KbdInteractiveAuthentication"] == "no"
    assert settings["PermitRootLogin"] == "prohibit-password"
    assert settings["HostKey"].startswith("/data/")
    generator = root / "etc" / "systemd" / "system-generators" / "systemd-ssh-generator"
    assert generator.readlink() == Path("/dev/null"), "it would open sockets of its own"


def test_growing_never_takes_room_away_and_grows_what_is_mounted(root: Path) -> None:
    """Offline, a pulled plug can destroy a file system; growing it while mounted is journalled."""
    script = root / "usr" / "lib" / "table-image" / "grow"
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
    text = script.read_text()
    assert "systemd-growfs /data" in text
    assert "resize2fs" not in text
    # The partition table is on the card before anything is written beyond its old end.
    assert text.index("sfdisk") < text.index("systemd-growfs /data")
