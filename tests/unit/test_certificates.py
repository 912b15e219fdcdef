"""A certificate of an examination: signed by the house, checked with `croupier verify` by anybody."""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.doors.cli import main
from croupier.floor.journal.certificates import (
    KIND,
    Certificate,
    CertifiedGroup,
    CertifiedQuestion,
    NotCertified,
    read_certificate,
    signed,
    verify,
)
from croupier.floor.store.keys import KeyRing, signed_by

RING = KeyRing({1: b"k" * 32}, b"s" * 32)
OTHER = KeyRing({1: b"k" * 32}, b"o" * 32)
RIGHT = (True, True, False, True)
SAYS = Certificate(
    *(KIND, "Harbour House", "dan-14", "dan", "three-card-poker@3", "3 Card Poker", "2027-06-14T10:00:00.000Z"),
    *("pia", "pit-supervisor", 2),
    groups=(CertifiedGroup("bets", 3, 4, 3),),
    questions=tuple(CertifiedQuestion("bets", f"5.{number}", right, 9, 0) for number, right in enumerate(RIGHT, 1)),
    examined=4,
    of_paragraphs=48,
    release="1.0",
    public_key=RING.public_key.hex(),
)
LINE = signed(SAYS, RING.sign)


def test_what_was_signed_holds() -> None:
    assert replace(verify(LINE, signed_by), signature="") == SAYS
    assert verify(LINE + b"\n", signed_by, RING.public_key.hex()).missed == ("5.3",)
    assert SAYS.version == "3"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"name":"dan"', b'"name":"Dan"'),
        (b'"right":3', b'"right":4'),
        (b'"attempt":2', b'"attempt":1'),
        (b'"paragraph":"5.3","right":false', b'"paragraph":"5.3","right":true'),
        (b'"house":', b' "house":'),
        (b'"signature":"', b'"signature":"0'),
    ],
)
def test_any_change_is_noticed(before: bytes, after: bytes) -> None:
    assert before in LINE
    with pytest.raises(NotCertified):
        verify(LINE.replace(before, after), signed_by)


def test_another_house_cannot_sign_for_this_one() -> None:
    forged = signed(SAYS, OTHER.sign)
    with pytest.raises(NotCertified, match="does not fit"):
        verify(forged, signed_by)
    own = signed(replace(SAYS, public_key=OTHER.public_key.hex()), OTHER.sign)
    verify(own, signed_by)
    with pytest.raises(NotCertified, match="signed it, not"):
        verify(own, signed_by, RING.public_key.hex())


def test_sums_that_do_not_fit_are_noticed_although_they_are_signed() -> None:
    for wrong, why in (
        (replace(SAYS, groups=(CertifiedGroup("bets", 4, 4, 3),)), "add up"),
        (replace(SAYS, groups=(CertifiedGroup("bets", 3, 4, 4),)), "not passed"),
    ):
        with pytest.raises(NotCertified, match=why):
            verify(signed(wrong, RING.sign), signed_by)


def test_what_is_no_certificate() -> None:
    for text in (b"{}", b"\xff", msgspec.json.encode({**msgspec.to_builtins(SAYS), "more": 1})):
        with pytest.raises(Unreadable):
            read_certificate(text)
    with pytest.raises(Unreadable, match="newer croupier"):
        read_certificate(signed(replace(SAYS, croupier="certificate/2"), RING.sign))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "certificate-dan-14.json"
    file.write_bytes(LINE + b"\n")
    key = RING.public_key.hex()
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("True: dan passed the examination of 3 Card Poker, version 3, on 2027-06-14:\n")
    assert "  bets: 3 of 4 right, 3 needed\n" in said and key in said and "Compare the key" in said
    assert main(["verify", str(file), "--key", key.upper()]) == 0
    assert "the key that you named" in capsys.readouterr().out
    assert main(["verify", str(file), "--json", "--key", OTHER.public_key.hex()]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["holds"], told["right"], told["of"], told["missed"]) == (False, 3, 4, ["5.3"])
    assert "signed it, not" in told["why"]
    file.write_bytes(LINE.replace(b'"dan"', b'"eve"'))
    assert main(["verify", str(file)]) == 1
    assert capsys.readouterr().out.startswith("False: ")
    file.write_bytes(LINE[:-9])
    assert main(["verify", str(file)]) == 2


def test_a_key_goes_with_a_certificate_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "proof.json"
    file.write_bytes(b"{}")
    with pytest.raises(SystemExit):
        main(["verify", str(file), "--key", "00"])
    assert "a proof of cards has no key" in capsys.readouterr().err
