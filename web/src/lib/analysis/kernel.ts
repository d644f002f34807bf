// An instance of the kernel: writes requests into its memory, calls it, reads answers. It never gives it an address.
import { ABI, MEMORY_FAULT } from "./abi";

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly mostek_version: () => number;
  readonly mostek_request: (numbers: number) => number;
  readonly mostek_call: (operation: number, argument: number) => number;
  readonly mostek_answer: () => number;
  readonly mostek_answer_length: () => number;
  readonly mostek_fault_index: () => number;
}

/** A refusal of the kernel: a code and an index. */
export class KernelFault extends Error {
  constructor(
    readonly code: number,
    readonly index: number,
  ) {
    super(`fault ${code} at ${index}`);
  }
}

/** The module speaks another version of the ABI, or is no kernel. */
class KernelVersionError extends Error {}

export class Kernel {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async start(module: WebAssembly.Module): Promise<Kernel> {
    const { exports } = await WebAssembly.instantiate(module, {});
    const kernel = exports as unknown as Partial<Exports>;
    if (kernel.mostek_version?.() !== ABI) throw new KernelVersionError(`not version ${ABI}`);
    return new Kernel(kernel as Exports);
  }

  /** The bytes of memory of this instance; they only grow. */
  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Carry out an operation on numbers, or on bytes that are padded to whole numbers; the answer is a copy. */
  call(operation: number, argument: number, ...parts: readonly (readonly number[] | Uint8Array<ArrayBuffer>)[]): Uint8Array<ArrayBuffer> {
    let at = this.request(parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? Math.ceil(part.length / 4) : part.length), 0));
    for (const part of parts) {
      if (part instanceof Uint8Array) {
        this.put(at, part);
        at += 4 * Math.ceil(part.length / 4);
      } else {
        new Uint32Array(this.#exports.memory.buffer, at, part.length).set(part);
        at += 4 * part.length;
      }
    }
    return this.run(operation, argument);
  }

  /** Begin a request of so many numbers: where it is in the memory, until something else is asked of this instance. */
  request(numbers: number): number {
    const address = this.#exports.mostek_request(numbers);
    if (address === 0) throw new KernelFault(MEMORY_FAULT, numbers);
    return address;
  }

  /** Write a part of a request. */
  put(at: number, bytes: Uint8Array<ArrayBuffer>): void {
    new Uint8Array(this.#exports.memory.buffer).set(bytes, at);
  }

  /** Carry out an operation on the request that is written. */
  run(operation: number, argument: number): Uint8Array<ArrayBuffer> {
    const code = this.#exports.mostek_call(operation, argument);
    if (code !== 0) throw new KernelFault(code, this.#exports.mostek_fault_index());
    return new Uint8Array(this.#exports.memory.buffer, this.#exports.mostek_answer(), this.#exports.mostek_answer_length()).slice();
  }
}

/** An answer as numbers. */
export const view = (answer: Uint8Array<ArrayBuffer>): DataView => new DataView(answer.buffer, answer.byteOffset, answer.length);
