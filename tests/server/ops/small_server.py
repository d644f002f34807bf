"""`mostek serve` around an application of a few lines: an echo, one that starts slowly ending requests, one that cannot start."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from mostek.server.config import Config
from mostek.server.run import StartError, run


def application(config: Config) -> Any:
    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            if "BROKEN" in os.environ:
                raise RuntimeError("no such thing as starting")
            await send({"type": "lifespan.startup.complete"})
            await receive()
            print("put away", flush=True)
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept", "subprotocol": "mostek.1"})
            while (message := await receive())["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": message["text"]})
        else:
            if scope["path"] == "/slow":
                await asyncio.sleep(60)
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": str(config.port).encode()})

    return answer


if __name__ == "__main__":
    settings = Config(data=Path(sys.argv[1]), host="127.0.0.1", port=0)
    try:
        run(settings, lambda running: print(running.port, flush=True), application)
    except StartError:
        print("not started", flush=True)
        sys.exit(2)
    print("ended", flush=True)
