// What a stored value must be like. Anybody may have written into the storage, also an earlier version of this page: what does not fit
// counts as not stored.

/** Whether a value is of a type. */
export type Shape<Value> = (value: unknown) => value is Value;

export const text: Shape<string> = (value) => typeof value === "string";
export const flag: Shape<boolean> = (value) => typeof value === "boolean";
export const number: Shape<number> = (value): value is number => Number.isFinite(value);
export const whole: Shape<number> = (value): value is number => Number.isSafeInteger(value);

export const oneOf =
  <const Choice extends string | number>(...choices: readonly Choice[]): Shape<Choice> =>
  (value): value is Choice =>
    choices.some((choice) => choice === value);

export const nullOr =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value): value is Value | null =>
    value === null || shape(value);

/** A field that may be missing. */
export const maybe =
  <Value>(shape: Shape<Value>): Shape<Value | undefined> =>
  (value): value is Value | undefined =>
    value === undefined || shape(value);

export const list =
  <Value>(shape: Shape<Value>): Shape<readonly Value[]> =>
  (value): value is readonly Value[] =>
    Array.isArray(value) && value.every(shape);

export const pair =
  <One, Other>(one: Shape<One>, other: Shape<Other>): Shape<readonly [One, Other]> =>
  (value): value is readonly [One, Other] =>
    Array.isArray(value) && value.length === 2 && one(value[0]) && other(value[1]);

export const record =
  <Value>(shape: Shape<Value>): Shape<Readonly<Record<string, Value>>> =>
  (value): value is Readonly<Record<string, Value>> =>
    isObject(value) && Object.values(value).every(shape);

/** An object with all the fields of a type; it may have more. */
export const fields =
  <Value extends object>(shapes: { readonly [Name in keyof Value]-?: Shape<Value[Name]> }): Shape<Value> =>
  (value): value is Value =>
    isObject(value) && Object.entries<Shape<unknown>>(shapes).every(([name, shape]) => shape(value[name]));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value that was written as JSON; null if it is none, or of another shape. */
export function parsed<Value>(written: string | null, shape: Shape<Value>): Value | null {
  try {
    const value: unknown = JSON.parse(written ?? "null");
    return shape(value) ? value : null;
  } catch {
    return null;
  }
}
