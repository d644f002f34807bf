// Values by id of which only the newest are kept on the device, so that they never fill it.
import { list, text, type Shape } from "./shape";
import { onDevice } from "./texts";

export class Newest<Value> {
  constructor(
    /** Under this name stand the ids, the newest last. */
    private readonly name: string,
    private readonly shape: Shape<Value>,
    private readonly most = 100,
  ) {}

  read(id: string): Value | null {
    return onDevice.value(this.#place(id), this.shape);
  }

  keep(id: string, value: Value): void {
    const ids = (onDevice.value(this.name, list(text)) ?? []).filter((each) => each !== id);
    for (const old of ids.splice(0, Math.max(0, ids.length + 1 - this.most))) onDevice.forget(this.#place(old));
    onDevice.keepValue(this.name, [...ids, id]);
    onDevice.keepValue(this.#place(id), value);
  }

  readonly #place = (id: string): string => `${this.name}.${id}`;
}
