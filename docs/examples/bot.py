"""A bot over the wire: it takes a seat at a table of a mostek server and plays the best move by equity to the end."""

import json
import sys

import httpx
from websockets.sync.client import connect

from mostek import Board, Square, Tile
from mostek.engine import best


def play(url: str, opponent: str = "static") -> list[int]:
    """Play a game against a bot of the server; the final scores, seat by seat."""
    http = httpx.Client(base_url=url)
    http.get("/api/me")
    http.headers["x-csrf-token"] = http.cookies["mostek_csrf"]
    http.post("/api/me", json={"name": "Program"}).raise_for_status()
    table = http.post("/api/tables", json={"rulebook": "gen", "bots": [opponent]}).raise_for_status().json()["id"]
    http.post(f"/api/tables/{table}/seats", json={}).raise_for_status()
    cookie = {"Cookie": f"mostek_session={http.cookies['mostek_session']}"}
    with connect(
        f"{url.replace('http', 'ws', 1)}/live/{table}", subprotocols=["mostek.1"], additional_headers=cookie
    ) as wire:
        view, number, sent = {}, 0, 0
        wire.send(json.dumps({"type": "subscribe", "after": 0}))
        for message in (message for frame in wire for message in json.loads(frame)):
            match message:
                case {"type": "ping", "ping": ping}:
                    wire.send(json.dumps({"type": "pong", "ping": ping}))
                case {"type": "problem", "message": why} | {"type": "answer", "refused": {"message": why}}:
                    raise RuntimeError(why)
                case {"type": "snapshot" | "update", "n": n} if n > number:
                    turns = view.get("turns", [])[: message.get("turns_from", 0)] + message.get("turns", [])
                    view, number = message.get("view") or {**view, **message["changes"], "turns": turns}, n
                    if view["phase"] == "over":
                        return view["result"]["final"]
                    if command := answer(view):
                        sent += 1
                        wire.send(json.dumps({"type": "do", "id": str(sent), "seen": number, "command": command}))


def answer(view: dict) -> dict | None:
    """The command of a player who never objects."""
    seat = view["viewer"]
    if view["phase"] == "laid" and view["on_turn"] != seat:
        return {"type": "record_move", "seat": seat}
    if view["phase"] != "thinking" or view["on_turn"] != seat:
        return None
    board = Board(tiles={Square.named(name): Tile.read(tile) for name, tile in view["board"].items()})
    move = str(best(board, view["rack"])[0].move)
    if move.startswith("-"):
        return (
            {"type": "exchange_tiles", "seat": seat, "tiles": move[1:]}
            if move != "-"
            else {"type": "pass_turn", "seat": seat}
        )
    return {"type": "lay_tiles", "seat": seat, "play": move}


if __name__ == "__main__":
    print(play(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"))
