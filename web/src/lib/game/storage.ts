// What a person keeps in this browser for one table. A browser that keeps nothing is no reason to stop a game.

const key = (table: string, what: string): string => `mostek.table.${table}.${what}`;

export function kept(table: string, what: string): string | null {
  try {
    return localStorage.getItem(key(table, what));
  } catch {
    return null;
  }
}

export function keep(table: string, what: string, text: string): void {
  try {
    localStorage.setItem(key(table, what), text);
  } catch {
    // The storage is full or forbidden: it stays on this page only.
  }
}
