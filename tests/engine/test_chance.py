from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from mostek.core.tiles import Tiles, tile_set
from mostek.engine.random_draws import commitment, random_draws, secret_seed

BAG = tile_set("pl-current").tiles


@given(st.integers(), st.integers(0, 10_000), st.text("AĄBĆ?", max_size=20), st.data())
def test_it_draws_exactly_so_many_tiles_of_the_bag(seed: int, events: int, faces: str, data: st.DataObject) -> None:
    bag = Tiles.of(faces)
    count = data.draw(st.integers(0, len(bag)))
    drawn = random_draws(seed, events)(bag, count)
    assert len(drawn) == count
    assert not drawn.missing_from(bag)


def test_a_seed_repeats_the_draw_after_so_many_events_whatever_came_before() -> None:
    assert random_draws(7, 30)(BAG, 7) == random_draws(7, 30)(BAG, 7)
    assert len({random_draws(7, events)(BAG, 7) for events in range(20)}) == 20
    assert len({random_draws(seed, 30)(BAG, 7) for seed in range(20)}) == 20


def test_the_order_in_which_the_bag_was_filled_has_no_influence() -> None:
    assert random_draws(7, 1)(Tiles(reversed(sorted(BAG))), 7) == random_draws(7, 1)(BAG, 7)


def test_several_draws_of_one_command_differ() -> None:
    draw = random_draws(7, 1)
    assert len({draw(BAG, 7) for _ in range(10)}) == 10


def test_a_seed_means_the_same_for_ever() -> None:
    assert random_draws(2026, 0)(BAG, 7) == Tiles.of("AAEMŃPS")


def test_without_a_seed_nothing_repeats() -> None:
    assert len({random_draws(None, 0)(BAG, 30) for _ in range(10)}) == 10


def test_every_tile_is_as_likely() -> None:
    counts = dict.fromkeys("ABCD", 0)
    for events in range(4000):
        (face,) = random_draws(1, events)(Tiles.of("ABCD"), 1)
        counts[face] += 1
    assert all(850 < count < 1150 for count in counts.values()), counts


def test_a_number_and_its_digits_are_the_same_seed_with_the_same_commitment() -> None:
    assert random_draws("2026", 3)(BAG, 7) == random_draws(2026, 3)(BAG, 7)
    assert commitment("2026") == commitment(2026)


def test_a_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2, B.1


def test_a_secret_seed_has_32_bytes_and_never_comes_again() -> None:
    seeds = {secret_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert {len(bytes.fromhex(seed)) for seed in seeds} == {32}


def test_a_draw_can_be_repeated_after_its_description() -> None:
    seed, events, bag = "00ff", 12, sorted("?AAĄBŻ")
    source = Random(f"{seed}/{events}")
    drawn = [bag.pop(int(source.random() * len(bag))) for _ in range(4)]
    assert random_draws(seed, events)(Tiles.of("ŻBAĄ?A"), 4) == Tiles(drawn)
