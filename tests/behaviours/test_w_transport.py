"""W01 to W17: what goes wrong between client and mod, and payloads that are not as expected."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.errors import (
    GameIncompatible,
    GameTimeout,
    GameUnreachable,
    ReadFault,
    RequestFault,
    Sts2Error,
    WrongMode,
)
from sts2fsm.game.live import GamePolicy, LiveGame
from sts2fsm.wire.actions import EndTurn, PlayCard
from sts2fsm.wire.convert import WireReader
from tests.behaviours.playing import play, quick_policies, sent
from tests.behaviours.rows import Body, a_map, card, fight, page, sequence
from tests.behaviours.scripted import Answer, Script, ScriptedServer


def live(url: str) -> LiveGame:
    return LiveGame(url, VirtualClock(), quick_policies().section(GamePolicy))


def test_w01_a_missing_method_is_fatal_at_the_first_read() -> None:
    """HTTP 500 with MissingMethodException ends the program at once, naming mod and game, after one single read."""
    played = play(sequence("W01"))
    assert isinstance(played.error, GameIncompatible)
    assert "mod" in str(played.error) and "game build" in str(played.error)
    assert [request.method for request in played.requests] == ["GET"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_w02_a_refused_connection_says_that_the_mod_may_not_be_loaded() -> None:
    """Refused: the message names an unloaded mod and the game update that causes it, not only a closed game."""
    sequence("W02")
    with pytest.raises(GameUnreachable) as caught:
        live(f"http://127.0.0.1:{free_port()}").observe()
    assert "mod is not loaded" in str(caught.value) and "game update" in str(caught.value)


def test_w03_refused_silent_and_cut_off_are_told_apart() -> None:
    """Three failures, three messages: refused (with the Linux hint), no answer in time, closed before answering."""
    sequence("W03")
    said: list[str] = []
    kinds: list[type] = []
    with pytest.raises(GameUnreachable) as refused:
        live(f"http://127.0.0.1:{free_port()}").observe()
    for row in ({"hang": True}, {"drop_after": {"action": "end_turn"}}):
        script = Script([{"get": a_map()}, *[row] * 4], VirtualClock())
        with ScriptedServer(script) as server, pytest.raises(Sts2Error) as caught:
            game = live(server.url)
            game.act(EndTurn()) if "drop_after" in row else [game.observe() for _ in range(2)]
        said.append(str(caught.value))
        kinds.append(caught.type)
    assert "Linux" in str(refused.value)
    assert kinds == [GameTimeout, GameTimeout]
    assert "no answer" in said[0] and "closed the connection" in said[1]


def test_w04_the_port_is_configurable_and_the_hello_is_checked() -> None:
    """A handshake at any port accepts the mod's greeting and refuses another server's."""
    for body, fits in ((sequence("W04")[0]["get"], True), ({"message": "Hello from something else"}, False)):
        with ScriptedServer(Script([{"path": "/", "get": body}], VirtualClock())) as server:
            if fits:
                assert "STS2 MCP" in live(server.url).handshake()
            else:
                with pytest.raises(GameIncompatible, match="--url"):
                    live(server.url).handshake()


def test_w05_one_persistent_session_past_every_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """With proxies in the environment requests still go straight to 127.0.0.1, all over one connection."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with ScriptedServer(Script(sequence("W05"), VirtualClock())) as server:
        game = live(server.url.replace("127.0.0.1", "localhost"))
        assert game.url == server.url
        assert [game.observe().menu_screen for _ in range(5)] == ["main"] * 5
        assert server.connections == 1


def test_w06_a_post_without_an_answer_is_reconciled_and_never_resent() -> None:
    """end_turn hangs; the next read shows round 2, so the turn did end: the client plays on and ends no turn twice."""
    opening = fight([])
    played = play(sequence("W06"), opening=[opening], until=sent("play_card"))
    assert played.actions == ["end_turn", "play_card"]
    assert [moment.reply for moment in played.moments if moment.decision.action == EndTurn()] == [None]


def test_w06_a_get_without_an_answer_is_tried_again() -> None:
    """A read that hangs is read again, and the play goes on."""
    played = play([{"get": a_map("Shop")}, {"hang": True}, {"get": a_map("Monster")}], until=sent("choose_map_node"))
    assert played.error is None and played.actions == ["choose_map_node"]


def test_w07_never_two_requests_in_flight() -> None:
    """Twelve threads ask at once; the client sends one at a time, so the mod's eleven-in-a-frame fault loses none."""
    row = sequence("W07")[0]
    with ScriptedServer(Script([row, {"get": a_map()}], VirtualClock()), hold=0.02) as server:
        game = live(server.url)
        with ThreadPoolExecutor(row["concurrent"]) as pool:
            seen = list(pool.map(lambda _: game.observe().state_type, range(row["concurrent"])))
        assert seen == ["map"] * row["concurrent"]
        assert server.most_in_flight == 1


def test_w08_a_multiplayer_run_stops_with_a_message_after_one_more_look() -> None:
    """HTTP 409 twice: exit 4 with a message. Once, as around a run's start: the play goes on."""
    rows = sequence("W08")
    played = play(rows)
    assert isinstance(played.error, WrongMode) and "multiplayer" in str(played.error)
    assert len(played.requests) == 2
    passing = play(rows, ending=[a_map()], until=sent("choose_map_node"))
    assert passing.error is None and passing.actions == ["choose_map_node"]


def test_w08_an_action_that_meets_the_wrong_mode_is_looked_at_again() -> None:
    """409 on the POST that embarks: refused, not fatal; the next look decides, and the play goes on."""
    conflict = sequence("W08")[0]
    row = {"post": {"action": "choose_map_node"}, "reply": conflict["get"], "http": conflict["http"]}
    played = play([row], opening=[a_map()], ending=[fight([card(0)])], until=sent("play_card"))
    assert played.error is None and played.actions == ["choose_map_node", "play_card"]


def test_w09_error_bodies_without_status_are_read_by_their_http_code() -> None:
    """400 with `error` alone is our own fault: a named error with the code and the mod's words."""
    for row in sequence("W09"):

        def answers(body: Body, row: Body = row) -> Answer:
            return row["http"], row["reply"]

        script = Script([{"get": a_map()}], VirtualClock(), otherwise=answers)
        with ScriptedServer(script) as server, pytest.raises(RequestFault) as caught:
            live(server.url).act(EndTurn())
        assert caught.value.status == 400 and row["reply"]["error"] in str(caught.value)


def test_w10_numbers_stay_numbers_targets_are_text_and_a_500_is_not_retried() -> None:
    """play_card sends an int and a string; the 500 it is answered with is never provoked again on this page."""
    failing = sequence("W10")[0]
    assert PlayCard(0, "7").to_wire() == {"action": "play_card", "card_index": 0, "target": "7"}

    def answers(body: Body) -> Answer:
        return (failing["http"], failing["reply"]) if body["action"] == "play_card" else (200, {"status": "ok"})

    played = play([{"get": fight([card(0)])}], otherwise=answers, seconds=40)
    plays = [body for body in played.sent if body["action"] == "play_card"]
    assert plays == [{"action": "play_card", "card_index": 0, "target": "X_0"}]
    assert type(plays[0]["card_index"]) is int and type(plays[0]["target"]) is str
    assert "end_turn" in played.actions


def test_w11_a_failed_read_is_retried_with_growing_pauses_up_to_a_bound() -> None:
    """One NullReference 500 costs a pause; a lasting one ends the play after the allowed number of reads."""
    rows = sequence("W11")
    played = play(rows, until=sent("choose_map_node"))
    assert played.error is None and played.actions == ["choose_map_node"]
    lasting = play(rows[:1])
    assert isinstance(lasting.error, ReadFault) and lasting.error.status == 500
    assert lasting.error.answer == {"status": 500, "body": rows[0]["get"]}  # saved: tests/recovery/test_last_answer.py
    at = [request.at for request in lasting.requests]
    gaps = [round(b - a, 3) for a, b in pairwise(at)]
    assert len(at) == 4 and gaps == sorted(gaps) and gaps[0] < gaps[-1]


def test_w12_combat_fields_are_absent_outside_combat() -> None:
    """A map without energy, hand and piles is read, is not a fight, and is played."""
    played = play(sequence("W12"), until=sent("choose_map_node"))
    assert not played.moments[0].seen.observation.in_combat
    assert played.actions == ["choose_map_node"]


def test_w13_no_play_is_chosen_on_a_read_that_lost_a_power() -> None:
    """The first read lacks Strength, the later ones have it: the card is played on a settled page that shows it."""
    played = play(sequence("W13"), until=sent("play_card"))
    chosen = next(moment for moment in played.moments if moment.decision.action is not None)
    status = chosen.seen.observation.player.status if chosen.seen.observation.player else ()
    assert [power.id for power in status] == ["STRENGTH_POWER"]
    assert chosen.seen.memory.reads >= 2


def test_w14_an_older_layout_is_named_and_refused() -> None:
    """A player inside `battle` is release 0.3.x: a message with the remedy, not a KeyError."""
    played = play(sequence("W14"))
    assert isinstance(played.error, GameIncompatible)
    assert "0.3" in str(played.error) and "install" in str(played.error)


def test_w15_null_and_absent_are_the_same() -> None:
    """`body: null` and no `body` give equal records, equal fingerprints and the same play."""
    null = page("W15")
    absent = {**null, "event": {key: item for key, item in null["event"].items() if key != "body"}}
    assert "body" in null["event"] and "body" not in absent["event"]
    first, second = (WireReader().observation(payload) for payload in (null, absent))
    assert first == second and first.fingerprint == second.fingerprint
    played = play([{"get": null}, {"get": absent}, {"get": a_map()}], until=sent("choose_map_node"))
    assert played.actions == ["choose_map_node"]


@pytest.mark.parametrize("label", ["3×7", "3x7", "3X7"])
def test_w16_labels_are_read_in_every_script_and_names_do_not_matter(label: str) -> None:
    """x, X and the multiplication sign all mean 3 times 7 = 21; a translated card name changes no decision."""
    rows = sequence("W16")
    rows[0]["get"]["battle"]["enemies"][0]["intents"][0]["label"] = label
    plain = play(rows, until=sent("play_card"))
    assert plain.moments[0].seen.facts.incoming == 21
    rows[0]["get"]["player"]["hand"][0]["name"] = "打击"
    assert play(rows, until=sent("play_card")).sent == plain.sent


def test_w17_icon_tokens_in_texts_change_nothing() -> None:
    """A relic's text with icon tokens and line breaks is read without loss and takes no part in any decision."""
    rows = sequence("W17")
    other = sequence("W17")
    other[0]["get"]["shop"]["items"][0]["relic_description"] = "[gold]Other[/gold]\n\n  words ["
    first, second = play(rows, until=sent("proceed")), play(other, until=sent("proceed"))
    assert first.sent == second.sent == [{"action": "proceed"}]
    assert first.moments[0].seen.observation.fingerprint == second.moments[0].seen.observation.fingerprint
    shop = first.moments[0].seen.observation.shop
    assert shop is not None and (shop.items[0].relic_description or "").count("energy_icon") == 2


def test_w12_and_w15_keys_that_are_missing_altogether_are_borne() -> None:
    """Payloads as small as the rows make them: a player without lists, a screen block with one key."""
    bare = {
        "state_type": "rest_site",
        "rest_site": {"can_proceed": True},
        "player": {"hp": 1, "max_hp": 2},
    }
    played = play([{"get": bare}], until=sent("proceed"))
    assert played.actions == ["proceed"]
