// What a device keeps for analysis: files by name, in the private file system of the origin, else in IndexedDB, else nowhere.
import { Database } from "./database";
import { within } from "./within";

/** Writes one file piece by piece. What fails is told by nothing: the checksum tells it when the file is read. */
interface Writer {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}

export interface Store {
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Resolves with whether it was written. */
  write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Write a large file. */
  writer(name: string): Promise<Writer>;
  /** Delete every file whose name does not belong here. */
  keep(belongs: (name: string) => boolean): Promise<void>;
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
  return (await within(folderStore()).catch(() => null)) ?? (await databaseStore().catch(() => null)) ?? nowhere;
}

/** Where nothing can be stored: all is loaded again at each visit. */
const lost: Writer = { write: async () => undefined, close: async () => undefined };
const nowhere: Store = { read: async () => null, write: async () => false, writer: async () => lost, keep: async () => undefined };

async function folderStore(): Promise<Store | null> {
  if (!("storage" in navigator) || !navigator.storage.getDirectory) return null;
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  const probe = await folder.getFileHandle("probe", { create: true });
  if (!("createSyncAccessHandle" in probe)) return null;
  async function opened(name: string): Promise<SyncAccess> {
    const file = (await folder.getFileHandle(name, { create: true })) as unknown as { createSyncAccessHandle(): Promise<SyncAccess> };
    const handle = await file.createSyncAccessHandle();
    handle.truncate(0);
    return handle;
  }
  async function writer(name: string): Promise<Writer> {
    // No space, or another page writes the same.
    const handle = await opened(name).catch(() => null);
    let [at, isWhole] = [0, handle !== null];
    return {
      async write(bytes) {
        try {
          isWhole &&= handle?.write(bytes, { at }) === bytes.length;
          at += bytes.length;
        } catch {
          isWhole = false;
        }
      },
      async close() {
        handle?.flush();
        handle?.close();
        if (!isWhole) await folder.removeEntry(name).catch(() => undefined);
      },
    };
  }
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
        const handle = await opened(name);
        try {
          const written = handle.write(bytes, { at: 0 });
          handle.flush();
          return written === bytes.length;
        } finally {
          handle.close();
        }
      } catch {
        return false;
      }
    },
    writer,
    async keep(belongs) {
      const all = folder as unknown as { keys(): AsyncIterable<string> };
      for await (const name of all.keys()) if (!belongs(name)) await folder.removeEntry(name).catch(() => undefined);
    },
  };
}

async function databaseStore(): Promise<Store> {
  const database = new Database("mostek-analysis", [FOLDER]);
  const put = (name: string, value: unknown): Promise<boolean> => database.write((store) => store(FOLDER).put(value, name)).then(() => true, () => false);
  const get = (name: string): Promise<unknown> => database.read((store) => [store(FOLDER).get(name)]).then(([found]) => found, () => null);
  const names = async (): Promise<readonly string[]> => {
    const [keys] = await database.read((store) => [store(FOLDER).getAllKeys()]);
    return (keys as readonly IDBValidKey[]).map(String);
  };
  // Where the database cannot be opened there is no store.
  await names();
  /** A large file is its pieces, and under its own name the number of them. */
  const pieceName = (name: string, number: number): string => `${name}/${number}`;
  return {
    async read(name) {
      const found = await get(name);
      if (typeof found !== "number") return found instanceof Uint8Array ? (found as Uint8Array<ArrayBuffer>) : null;
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (let number = 0; number < found; number += 1) {
        const piece = await get(pieceName(name, number));
        if (!(piece instanceof Uint8Array)) return null;
        pieces.push(piece as Uint8Array<ArrayBuffer>);
      }
      return new Uint8Array(await new Blob(pieces).arrayBuffer());
    },
    write: put,
    async writer(name) {
      let [number, isWhole] = [0, true];
      return {
        async write(bytes) {
          isWhole &&= await put(pieceName(name, number), bytes);
          number += 1;
        },
        close: async () => void (isWhole && (await put(name, number))),
      };
    },
    async keep(belongs) {
      const gone = (await names().catch(() => [])).filter((name) => !belongs(name.split("/")[0] ?? ""));
      await database.write((store) => gone.forEach((name) => store(FOLDER).delete(name))).catch(() => undefined);
    },
  };
}
