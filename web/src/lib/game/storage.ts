// Notes, tracking sheet and settings of one table in the browser's storage. A browser without storage does not stop a game.

const key = (table: string, what: string): string => `mostek.table.${table}.${what}`;

export function load(table: string, what: string): string | null {
  try {
    return localStorage.getItem(key(table, what));
  } catch {
    return null;
  }
}

export function save(table: string, what: string, text: string): void {
  try {
    localStorage.setItem(key(table, what), text);
  } catch {
    // The storage is full or forbidden: it stays on this page only.
  }
}
