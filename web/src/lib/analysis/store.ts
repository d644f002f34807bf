// What a device keeps for analysis: files by name, in the private file system of the origin, else in IndexedDB, else nowhere.

export interface Store {
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Resolves with whether it was written. */
  write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Delete everything but these. */
  keep(names: readonly string[]): Promise<void>;
}

const FOLDER = "analysis";

/** A file that a worker writes; TypeScript knows it among the types of workers alone. */
interface SyncAccess {
  truncate(size: number): void;
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  flush(): void;
  close(): void;
}

/** The best store that this browser offers. */
export async function openStore(): Promise<Store> {
  return (await folderStore().catch(() => null)) ?? (await databaseStore().catch(() => null)) ?? nowhere;
}

/** Where nothing can be stored: all is loaded again at each visit. */
const nowhere: Store = { read: async () => null, write: async () => false, keep: async () => undefined };

async function folderStore(): Promise<Store | null> {
  if (!("storage" in navigator) || !navigator.storage.getDirectory) return null;
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  const probe = await folder.getFileHandle("probe", { create: true });
  if (!("createSyncAccessHandle" in probe)) return null;
  return {
    async read(name) {
      try {
        const file = await (await folder.getFileHandle(name)).getFile();
        return new Uint8Array(await file.arrayBuffer());
      } catch {
        return null;
      }
    },
    async write(name, bytes) {
      try {
        const file = (await folder.getFileHandle(name, { create: true })) as unknown as { createSyncAccessHandle(): Promise<SyncAccess> };
        const handle = await file.createSyncAccessHandle();
        try {
          handle.truncate(0);
          const written = handle.write(bytes, { at: 0 });
          handle.flush();
          return written === bytes.length;
        } finally {
          handle.close();
        }
      } catch {
        // No space, or another page writes the same.
        return false;
      }
    },
    async keep(names) {
      const all = folder as unknown as { keys(): AsyncIterable<string> };
      for await (const name of all.keys()) if (!names.includes(name)) await folder.removeEntry(name).catch(() => undefined);
    },
  };
}

async function databaseStore(): Promise<Store> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("mostek-analysis", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(FOLDER);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error("no database"));
  });
  function run<Value>(mode: IDBTransactionMode, act: (files: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const request = act(database.transaction(FOLDER, mode).objectStore(FOLDER));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("no answer"));
    });
  }
  return {
    async read(name) {
      const found = await run<unknown>("readonly", (files) => files.get(name)).catch(() => null);
      return found instanceof Uint8Array ? (found as Uint8Array<ArrayBuffer>) : null;
    },
    write: (name, bytes) => run("readwrite", (files) => files.put(bytes, name)).then(() => true, () => false),
    async keep(names) {
      const all = await run("readonly", (files) => files.getAllKeys()).catch(() => []);
      for (const name of all) if (!names.includes(String(name))) await run("readwrite", (files) => files.delete(name)).catch(() => undefined);
    },
  };
}
