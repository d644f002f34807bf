// The server's HTTP interface, one function a call. Whatever goes wrong is thrown as `ApiError`.
import type {
  Card,
  Catalogue,
  Clause,
  Invitation,
  InvitationTold,
  InvitedRole,
  LanguageName,
  Layout,
  Me,
  Passkey,
  Proof,
  RulebookText,
  TileSet,
  Wish,
} from "./api";
import { told } from "./bootstrap";

const PREFIX = "/api";
const PATIENCE = 15_000;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** A refusal or failure: `detail` is a sentence in the person's language, empty when the net itself failed (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
  ) {
    super(detail || code);
  }
}

/** The value of a cookie that scripts may read. */
export function cookie(name: string, cookies: string): string | null {
  const found = cookies.split("; ").find((line) => line.startsWith(`${name}=`));
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1));
}

function headers(method: Method, language: string): Headers {
  const sent = new Headers({ accept: "application/json", "accept-language": language });
  if (method === "GET") return sent;
  sent.set("content-type", "application/json");
  const token = cookie("mostek_csrf", document.cookie);
  if (token) sent.set("x-csrf-token", token);
  return sent;
}

function textOf(value: unknown, field: string): string {
  if (typeof value !== "object" || value === null || !(field in value)) return "";
  const found: unknown = Reflect.get(value, field);
  return typeof found === "string" ? found : "";
}

async function refusal(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null);
  return new ApiError(response.status, textOf(problem, "code") || `http_${response.status}`, textOf(problem, "detail"));
}

async function call<Value>(method: Method, path: string, body?: object): Promise<Value> {
  const response = await fetch(PREFIX + path, {
    method,
    headers: headers(method, document.documentElement.lang || "pl"),
    credentials: "same-origin",
    signal: AbortSignal.timeout(PATIENCE),
    ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
  }).catch((): never => {
    throw new ApiError(0, "unreachable", "");
  });
  if (!response.ok) throw await refusal(response);
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as Value;
}

const get = async <Value>(path: string): Promise<Value> => (told(path) ?? (await call("GET", path))) as Value;
const post = <Value>(path: string, body?: object): Promise<Value> => call<Value>("POST", path, body);

const kept = new Map<string, Promise<unknown>>();

/** What never changes while the page is open is asked once; a failure is asked again. */
function once<Value>(path: string): Promise<Value> {
  const known = kept.get(path) as Promise<Value> | undefined;
  if (known) return known;
  const asked = get<Value>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

const part = encodeURIComponent;

export const api = {
  me: () => get<Me>("/me"),
  becomeGuest: (name: string) => post<Me>("/me", { name }),
  change: (what: { name?: string; language?: LanguageName }) => call<Me>("PATCH", "/me", what),
  forgetMe: () => call<Me>("DELETE", "/me"),
  register: (login: string, password: string) => post<Me>("/accounts", { login, password }),
  logIn: (login: string, password: string) => post<Me>("/sessions", { login, password }),
  logOut: () => call<Me>("DELETE", "/sessions"),

  passkeys: async () => (await get<{ passkeys: readonly Passkey[] }>("/passkeys")).passkeys,
  /** Begin to make a passkey; what the device answers goes to `addPasskey`, once. */
  askForPasskey: () => post<PublicKeyCredentialCreationOptionsJSON>("/passkeys/challenge"),
  addPasskey: (name: string, credential: RegistrationResponseJSON) => post<Passkey>("/passkeys", { name, credential }),
  removePasskey: async (id: string) =>
    (await call<{ passkeys: readonly Passkey[] }>("DELETE", `/passkeys/${part(id)}`)).passkeys,
  /** Begin to log in; what the device answers goes to `logInByPasskey`, once. */
  askPasskey: () => post<PublicKeyCredentialRequestOptionsJSON>("/sessions/passkey/challenge"),
  logInByPasskey: (credential: AuthenticationResponseJSON) => post<Me>("/sessions/passkey", { credential }),

  catalogue: () => get<Catalogue>("/catalogue"),
  tables: async () => (await get<{ tables: readonly Card[] }>("/tables")).tables,
  card: (id: string) => get<Card>(`/tables/${part(id)}`),
  /** Open a table. Nobody sits there yet but the bots. */
  propose: (wish: Wish) => post<Card>("/tables", wish),
  sit: (id: string) => post<Card>(`/tables/${part(id)}/seats`),
  getUp: (id: string) => call<Card>("DELETE", `/tables/${part(id)}/seats`),
  seatBot: (id: string, bot: string, seat?: number) =>
    post<Card>(`/tables/${part(id)}/bots`, seat === undefined ? { bot } : { bot, seat }),
  rematch: (id: string) => post<Card>(`/tables/${part(id)}/rematch`),
  invite: (id: string, role: InvitedRole) => post<Invitation>(`/tables/${part(id)}/invitations`, { role }),
  invitation: (token: string) => get<InvitationTold>(`/invitations/${part(token)}`),
  accept: (token: string) => post<Card>(`/invitations/${part(token)}`),
  proof: (id: string) => get<Proof>(`/tables/${part(id)}/proof`),

  clause: (id: string) => once<Clause>(`/clauses/${part(id)}?language=${document.documentElement.lang}`),
  rulebook: (name: string) => once<RulebookText>(`/rulebooks/${part(name)}?language=${document.documentElement.lang}`),
  layout: (name: string) => once<Layout>(`/layouts/${part(name)}`),
  tileSet: (name: string) => once<TileSet>(`/tile_sets/${part(name)}`),
} as const;

/** Addresses of what the browser loads by itself. */
export const address = {
  qr: (id: string, token?: string) => `${PREFIX}/tables/${part(id)}/qr.svg${token ? `?token=${part(token)}` : ""}`,
  gcg: (id: string) => `${PREFIX}/tables/${part(id)}/game.gcg`,
  log: (id: string) => `${PREFIX}/tables/${part(id)}/game.jsonl`,
  sheet: (id: string) => `${PREFIX}/tables/${part(id)}/sheet`,
} as const;
