"""Random duels with valid positions and bookable records (V76, V78), and newcomer bots."""

from __future__ import annotations

from itertools import combinations

from autoduel.bots import TEMPERS
from autoduel.club.stock import STOCK
from autoduel.game import AUTODUEL
from autoduel.rules.arenas import ARENAS
from autoduel.rules.events import Moved
from autoduel.rules.geometry import boxes_overlap
from autoduel.rules.ground import ground_of
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.plans import own_cars
from autoduel.rules.record import record_of
from autoduel.rules.samples import setups
from autoduel.rules.values import Plan, Setup, Side
from campaign.duels.rules.duel import check_form, evaluate
from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import changed
from tests.autoduel.test_record import assert_sums, make_form
from tests.siege import dice, in_shares

SHORT = changed(NUMBERS, turn_limit=12)


def random_setup(chance):
    """Return two to four sides in stock cars with random crews in a random arena."""
    sides = []
    for at in range(chance.randint(2, 4)):
        cars = [chance.choice(STOCK).car for _ in range(chance.randint(1, 2))]
        crews = [
            tuple([changed(one, driving=chance.choice((None, 0, 2))) for one in car.crew])
            for car in cars
        ]
        driven = [changed(car, crew=crew) for car, crew in zip(cars, crews, strict=True)]
        sides.append(Side(name=f"Side {at}", cars=tuple(driven)))
    arena = ARENAS[chance.choice(sorted(ARENAS))]
    return Setup(arena=arena, sides=tuple(sides), numbers=SHORT)


def play_randomly(setup, seed):
    """Yield every state with its events, from the start to the end."""
    state, told = AUTODUEL.start(setup, SeededDice(seed, 0))
    yield state, told
    ply = 0
    while seats := AUTODUEL.to_act(state):
        ply += 1
        view = AUTODUEL.view(state, seats[0])
        move = AUTODUEL.propose(view, SeededDice(seed, ply, "move"))
        state, told = submit(AUTODUEL, state, seat=seats[0], move=move, dice=SeededDice(seed, ply))
        yield state, told


def assert_positions_are_valid(state, told):
    """Assert that no driven pose meets a fixed object and that no cars overlap (V76)."""
    ground = ground_of(state.table.arena)
    sizes = [car.size for car in state.table.cars]
    for event in [each.event for each in told if isinstance(each.event, Moved)]:
        assert not any(ground.overlaps(pose, sizes[event.car]) for pose in event.poses)
    here = [car for car in state.table.cars if car.out != "left"]
    for car in here:
        assert not ground.overlaps(car.pose, car.size)
    for one, other in combinations(here, 2):
        assert not boxes_overlap(one.pose, one.size, other.pose, other.size)


@in_shares(4, 10_000, of=100)
def test_v76_v78_ten_thousand_random_duels_give_valid_records(rounds):
    for number in rounds:
        chance = dice("random duels", number)
        seed = seed_from(f"random duel {chance.random()}")
        steps = list(play_randomly(random_setup(chance), seed))
        for state, told in steps:
            assert_positions_are_valid(state, told)
        state = steps[-1][0]
        record = record_of(state)
        form = make_form(record)
        assert check_form(form) == ()
        assert {each.team for each in evaluate(form).placings} == {one.team for one in form.teams}
        assert_sums(state, record)
        for side in record.sides:
            kills = sum(one.kills for one in record.people if one.side == side.side)
            assert kills <= sum(one.lost for one in record.sides if one.side != side.side)


def test_newcomer_bot_never_abandons_an_undamaged_controlled_car():
    for game in range(40):
        seed = seed_from(f"newcomers {game}")
        setup = changed(setups()[game % 4], numbers=changed(NUMBERS, turn_limit=6))
        state, _ = AUTODUEL.start(setup, SeededDice(seed, 0))
        ply = 0
        while seats := AUTODUEL.to_act(state):
            ply += 1
            view = AUTODUEL.view(state, seats[0])
            bot = TEMPERS[(game + seats[0]) % len(TEMPERS)].newcomer
            move = bot.choose(view, seats[0], SeededDice(seed, ply, "move"))
            assert_no_whole_car_is_abandoned(view, move)
            state, _ = submit(AUTODUEL, state, seat=seats[0], move=move, dice=SeededDice(seed, ply))


def assert_no_whole_car_is_abandoned(view, move):
    """Assert that nobody leaves a working car or gets out of one that does not burn."""
    flags = {row.car: row.flag for row in move.cars} if isinstance(move, Plan) else {}
    for car in own_cars(view):
        flag = flags.get(car.number)
        assert not flag or any(car.dealt) or not car.is_drivable or not car.can_fire
        assert flag != "bail" or car.burning
