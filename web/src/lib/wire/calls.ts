// Calls of the HTTP interface: what an operation takes and gives, by its method and its address in docs/protocol/http.json.
import type { paths } from "./openapi";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Described {
  readonly parameters: object;
  readonly responses: object;
}

/** The addresses that know a method. */
export type AddressOf<Verb extends Method> = {
  [Address in keyof paths]: paths[Address][Lowercase<Verb>] extends Described ? Address : never;
}[keyof paths];

type Operation<Verb extends Method, Address extends keyof paths> = paths[Address][Lowercase<Verb>];

/** The values in the path or in the query; a part that may be left out whole is optional. */
type InAddress<Called, Part extends "path" | "query"> = Called extends { readonly parameters: { readonly [Name in Part]: infer Value } }
  ? { readonly [Name in Part]: Value }
  : Called extends { readonly parameters: { readonly [Name in Part]?: infer Value } }
    ? { readonly [Name in Part]?: Value }
    : unknown;

type InBody<Called> = Called extends { readonly requestBody: { readonly content: { readonly "application/json": infer Value } } }
  ? Record<never, never> extends Value
    ? { readonly body?: Value }
    : { readonly body: Value }
  : unknown;

export type Place<Verb extends Method, Address extends keyof paths> = InAddress<Operation<Verb, Address>, "path"> &
  InAddress<Operation<Verb, Address>, "query">;
export type Given<Verb extends Method, Address extends keyof paths> = Place<Verb, Address> & InBody<Operation<Verb, Address>>;
/** What must be given may not be left out. */
export type Arguments<Value> = Record<never, never> extends Value ? readonly [given?: Value] : readonly [given: Value];

/** The JSON of the answer; null where there is none. */
export type AnswerTo<Verb extends Method, Address extends keyof paths> =
  Operation<Verb, Address> extends { readonly responses: infer Answers }
    ? { [Status in keyof Answers]: Answers[Status] extends { content: { readonly "application/json": infer Value } } ? Value : null }[keyof Answers]
    : never;

type Value = string | number | boolean | null | undefined;

/** An address with its values; a value that is null or undefined is left out of the query. */
export function filled(address: string, { path = {}, query = {} }: { path?: object; query?: object } = {}): string {
  const values = new Map(Object.entries(path) as [string, Value][]);
  const place = address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const asked = Object.entries(query).flatMap(([name, given]) => [given as Value | readonly Value[]].flat().map((each) => [name, each] as const));
  const text = new URLSearchParams(asked.filter(([, each]) => each !== undefined && each !== null).map(([name, each]) => [name, String(each)]));
  return asked.length > 0 && text.toString() ? `${place}?${text.toString()}` : place;
}

/** The address of what the browser loads by itself. */
export const urlOf = <Address extends AddressOf<"GET">>(address: Address, ...[place]: Arguments<Place<"GET", Address>>): string =>
  filled(address, place);
