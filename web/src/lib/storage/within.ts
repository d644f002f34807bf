// Some browsers give no answer at all when their storage is broken: after this long it counts as failing.
const PATIENCE = 4000;

/** The storage has not answered. */
export class LateError extends Error {}

/** What is promised, or a rejection when it comes too late. */
export function within<Value>(promise: Promise<Value>, patience = PATIENCE): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError("the storage does not answer")), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
