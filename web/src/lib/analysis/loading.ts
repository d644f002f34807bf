// Loads the files of the kernel, in a worker.
import { LoadError } from "./structures";

export async function load(address: string, cache: RequestCache): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address, { cache }).catch(() => null);
  if (!answer?.ok) throw new LoadError(answer === null ? "unreachable" : "refused");
  return new Uint8Array(await answer.arrayBuffer());
}
