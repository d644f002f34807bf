// Notes, tracking sheet and settings of one table in the browser's storage.
import { onDevice } from "$lib/storage/texts";

const key = (table: string, what: string): string => `mostek.table.${table}.${what}`;

export const load = (table: string, what: string): string | null => onDevice.read(key(table, what));

export const save = (table: string, what: string, text: string): void => onDevice.keep(key(table, what), text);
