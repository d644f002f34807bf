// A database of the browser. Everything rejects where it cannot be opened, fails or does not answer; from then on at once.
import { LateError, within } from "./within";

type Stores = (name: string) => IDBObjectStore;

export class Database {
  #opened: Promise<IDBDatabase> | null = null;

  constructor(
    private readonly name: string,
    private readonly stores: readonly string[],
  ) {}

  /** The results of requests, which may be anything. */
  read(ask: (store: Stores) => readonly IDBRequest[]): Promise<readonly unknown[]> {
    return this.#within(async (database) => {
      const transaction = database.transaction(this.stores);
      return Promise.all(ask((name) => transaction.objectStore(name)).map(resultOf));
    });
  }

  /** Resolves when all changes are stored. */
  write(change: (store: Stores) => void): Promise<void> {
    return this.#within((database) => {
      const transaction = database.transaction(this.stores, "readwrite");
      const ended = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("the storage is full"));
      });
      change((name) => transaction.objectStore(name));
      return ended;
    });
  }

  async #within<Value>(act: (database: IDBDatabase) => Promise<Value>): Promise<Value> {
    this.#opened ??= within(this.#open());
    const opened = await this.#opened;
    return within(act(opened)).catch((fault: unknown): never => {
      if (fault instanceof LateError) this.#giveUp(fault);
      throw fault;
    });
  }

  /** Whoever waited once does not wait again. */
  #giveUp(fault: LateError): void {
    this.#opened = Promise.reject(fault);
    this.#opened.catch(() => undefined);
  }

  async #open(): Promise<IDBDatabase> {
    const opening = indexedDB.open(this.name, 1);
    opening.onupgradeneeded = () => {
      for (const store of this.stores) opening.result.createObjectStore(store);
    };
    const opened = await resultOf(opening);
    // The person has deleted the data of the site meanwhile: the next use makes it anew.
    opened.onclose = () => (this.#opened = null);
    return opened;
  }
}

const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the storage has failed"));
  });
