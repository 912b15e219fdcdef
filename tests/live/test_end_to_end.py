"""A short seeded run of the end-to-end programme."""

from tests.live.end_to_end import MOST_EXCEPTED, Tally, compare


def test_what_was_played_live_is_played_again_from_its_files() -> None:
    tally = Tally()
    for seed in (1, 2):
        compare(seed, 12, tally)
    assert tally.faults == []
    assert len(tally.by_book) == 5
    for why, number in tally.excepted.items():
        assert number <= MOST_EXCEPTED[why] * tally.rounds, tally.excepted
