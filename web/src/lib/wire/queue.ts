// The queue of commands: at most one is with the server, the others wait. A command leaves the queue when it is answered.
import type { Answer, Command } from "./types";

interface Waiting {
  readonly id: string;
  readonly seen: number;
  readonly command: Command;
  readonly resolve: (answer: Answer) => void;
}

type QueuedCommand = Pick<Waiting, "id" | "seen" | "command">;

/** A name that no other command has. `randomUUID` would need HTTPS, which a game on the local net does not have. */
function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class CommandQueue {
  #waiting: Waiting[] = [];
  #sent = false;

  get length(): number {
    return this.#waiting.length;
  }

  add(command: Command, seen: number): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.push({ id: freshId(), seen, command, resolve });
    });
  }

  /** The next command to send, unless one is with the server already. */
  take(): QueuedCommand | null {
    const first = this.#waiting[0];
    if (!first || this.#sent) return null;
    this.#sent = true;
    return { id: first.id, seen: first.seen, command: first.command };
  }

  /** The connection is gone: what was with the server is sent again, under the same name. */
  unsend(): void {
    this.#sent = false;
  }

  /** The name of the command that is with the server. */
  get sent(): string | null {
    return this.#sent ? (this.#waiting[0]?.id ?? null) : null;
  }

  /** The command that the answer is to, taken from the queue; null for an answer that came before (after a reconnect). */
  settle(answer: Answer): ((answer: Answer) => void) | null {
    const first = this.#waiting[0];
    if (first?.id !== answer.id) return null;
    this.#waiting.shift();
    this.#sent = false;
    return first.resolve;
  }
}
