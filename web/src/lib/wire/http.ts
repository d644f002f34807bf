// The server's HTTP interface, one function a call. Every failure is thrown as `ApiError`.
import type { AnalysisOffer, AnalysisReport, AnalysisRequest, InvitedRole, LevelMoveRequest, ProposalInput } from "./api";
import { readCookie } from "../storage/cookies";
import { bootstrapped } from "./bootstrap";
import { filled, urlOf, type AddressOf, type AnswerTo, type Arguments, type Given, type Method, type Place } from "./calls";
import { gameIn, tellRunningGame } from "./runningGame";
import type { Schemas } from "./schemas";

const TIMEOUT = 15_000;
const FILE_TIMEOUT = 60_000;

/** A refusal or failure: `detail` is a sentence in the person's language, empty when the net itself failed (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    /** The whole answer, where it says more. */
    readonly body: unknown = null,
  ) {
    super(detail || code);
  }

  /** The next step, where the server names one. */
  get remedy(): string {
    const said = this.body as { readonly remedy?: unknown } | null;
    return typeof said?.remedy === "string" ? said.remedy : "";
  }
}

const CSRF_COOKIE = "mostek_csrf";
/** What a page says in place of the token where its browser keeps no cookies. */
const NO_COOKIES = "no-cookies";

/** Whether this browser keeps the cookies of the server. Every answer brings one, so this is known after the first. */
export const keepsCookies = (): boolean => readCookie(CSRF_COOKIE) !== null;

/** The token that a request repeats which changes something. A cookie that was deleted meanwhile comes again with any answer. */
async function csrfToken(): Promise<string> {
  if (!keepsCookies()) await isReachable();
  return readCookie(CSRF_COOKIE) ?? NO_COOKIES;
}

/** Whether the server answers anything at all. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return api.health().then(
    () => true,
    (fault: unknown) => fault instanceof ApiError && fault.status !== 0,
  );
}

async function headers(method: Method, language: string): Promise<Headers> {
  const sent = new Headers({ accept: "application/json", "accept-language": language });
  if (method === "GET") return sent;
  sent.set("content-type", "application/json");
  sent.set("x-csrf-token", await csrfToken());
  return sent;
}

function textOf(value: unknown, field: string): string {
  if (typeof value !== "object" || value === null || !(field in value)) return "";
  const found: unknown = Reflect.get(value, field);
  return typeof found === "string" ? found : "";
}

async function refusal(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null);
  const game = gameIn(problem);
  if (game) tellRunningGame(game);
  return new ApiError(response.status, textOf(problem, "code") || `http_${response.status}`, textOf(problem, "detail"), problem);
}

/** Send a request; the answer is one of success. */
async function send(method: Method, path: string, timeout: number, body?: string | Blob): Promise<Response> {
  const sent = await headers(method, document.documentElement.lang || "pl");
  if (body instanceof Blob) sent.set("content-type", "application/octet-stream");
  const response = await fetch(path, {
    method,
    headers: sent,
    credentials: "same-origin",
    signal: AbortSignal.timeout(timeout),
    ...(body === undefined ? {} : { body }),
  }).catch((): never => {
    throw new ApiError(0, "unreachable", "");
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

interface Sent {
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
}

/** A request to the server, by its address in the description. What the page itself brought answers a first reading. */
export async function request<Verb extends Method, Address extends AddressOf<Verb>>(
  method: Verb,
  address: Address,
  ...[given]: Arguments<Given<Verb, Address>>
): Promise<AnswerTo<Verb, Address>> {
  const { body = {}, ...place } = (given ?? {}) as object as Sent;
  const path = filled(address, place);
  const known = method === "GET" ? bootstrapped(path.slice("/api".length)) : undefined;
  if (known !== undefined) return known as AnswerTo<Verb, Address>;
  const response = await send(method, path, TIMEOUT, method === "GET" ? undefined : JSON.stringify(body));
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as AnswerTo<Verb, Address>;
}

/** Send a file, or a text, as it is. */
export async function upload<Address extends AddressOf<"POST">>(
  address: Address,
  data: Blob,
  ...[place]: Arguments<Place<"POST", Address>>
): Promise<AnswerTo<"POST", Address>> {
  return (await (await send("POST", filled(address, place), FILE_TIMEOUT, data)).json()) as AnswerTo<"POST", Address>;
}

/** Ask for a file that takes some time to make. */
export async function fetchFile<Address extends AddressOf<"POST">>(address: Address, ...[given]: Arguments<Given<"POST", Address>>): Promise<Blob> {
  const { body = {}, ...place } = (given ?? {}) as object as Sent;
  return (await send("POST", filled(address, place), FILE_TIMEOUT, JSON.stringify(body))).blob();
}

/** Send a file and ask for one that is made of it. */
export async function exchangeFile<Address extends AddressOf<"POST">>(
  address: Address,
  data: Blob,
  ...[place]: Arguments<Place<"POST", Address>>
): Promise<Blob> {
  return (await send("POST", filled(address, place), FILE_TIMEOUT, data)).blob();
}

const cache = new Map<string, Promise<unknown>>();

/** Fetch once in a language what never changes while the page is open; a failure is not cached. */
function cached<Address extends AddressOf<"GET">>(
  address: Address,
  ...given: Arguments<Given<"GET", Address>>
): Promise<AnswerTo<"GET", Address>> {
  const name = `${document.documentElement.lang} ${filled(address, given[0])}`;
  const known = cache.get(name) as Promise<AnswerTo<"GET", Address>> | undefined;
  if (known) return known;
  const asked = request("GET", address, ...given);
  cache.set(name, asked);
  asked.catch(() => cache.delete(name));
  return asked;
}

export const api = {
  me: () => request("GET", "/api/me"),
  becomeGuest: (name: string) => request("POST", "/api/me", { body: { name } }),
  change: (what: { name?: string; language?: string }) => request("PATCH", "/api/me", { body: what }),
  forgetMe: () => request("DELETE", "/api/me"),
  register: (login: string, password: string) => request("POST", "/api/accounts", { body: { login, password } }),
  logIn: (login: string, password: string) => request("POST", "/api/sessions", { body: { login, password } }),
  logOut: () => request("DELETE", "/api/sessions"),
  /** Without the present password, where a passkey has just been used. */
  changePassword: (next: string, password: string | null) => request("POST", "/api/me/password", { body: { new: next, password } }),
  resetPassword: (login: string, code: string, next: string) =>
    request("POST", "/api/sessions/reset", { body: { login, code, new: next } }),
  sessions: () => request("GET", "/api/sessions"),
  endSession: (id: string) => request("DELETE", "/api/sessions/{id}", { path: { id } }),
  endOtherSessions: () => request("DELETE", "/api/other-sessions"),
  exportMe: () => request("GET", "/api/me/data"),

  passkeys: async () => (await request("GET", "/api/passkeys")).passkeys,
  /** Begin to make a passkey; what the device answers goes to `addPasskey`, once. */
  startRegistration: async () =>
    (await request("POST", "/api/passkeys/challenge")) as unknown as PublicKeyCredentialCreationOptionsJSON,
  addPasskey: (name: string, credential: RegistrationResponseJSON) =>
    request("POST", "/api/passkeys", { body: { name, credential: credential as Schemas["CreatedCredential"] } }),
  removePasskey: async (id: string) => (await request("DELETE", "/api/passkeys/{id}", { path: { id } })).passkeys,
  /** Begin to log in; what the device answers goes to `logInByPasskey`, once. */
  startAuthentication: async () =>
    (await request("POST", "/api/sessions/passkey/challenge")) as unknown as PublicKeyCredentialRequestOptionsJSON,
  logInByPasskey: (credential: AuthenticationResponseJSON) =>
    request("POST", "/api/sessions/passkey", { body: { credential: credential as Schemas["SignedCredential"] } }),

  catalogue: () => request("GET", "/api/catalogue"),
  readings: async (name: string) => (await cached("/api/rulebooks/{name}/readings", { path: { name } })).readings,
  tables: async () => (await request("GET", "/api/tables")).tables,
  card: (id: string) => request("GET", "/api/tables/{id}", { path: { id } }),
  /** Open a table, at which only bots sit so far. */
  propose: (proposal: ProposalInput) => request("POST", "/api/tables", { body: proposal }),
  /** Sit down, at a real board together with others who play on the same device. */
  sit: (id: string, others: readonly string[] = [], commitment: string | null = null) =>
    request("POST", "/api/tables/{id}/seats", { path: { id }, body: { ...(others.length > 0 ? { others } : {}), commitment } }),
  getUp: (id: string) => request("DELETE", "/api/tables/{id}/seats", { path: { id } }),
  deleteTable: (id: string) => request("DELETE", "/api/tables/{id}", { path: { id } }),
  leaveOffice: (id: string) => request("DELETE", "/api/tables/{id}/officials", { path: { id } }),
  /** `anew`: everybody draws again, because the page that was committed has gone. */
  sayReady: (id: string, commitment: string | null = null, anew = false) =>
    request("POST", "/api/tables/{id}/ready", { path: { id }, body: { commitment, anew } }),
  /** Give the share of the seed to which this page is committed. */
  giveShare: (id: string, share: string) => request("POST", "/api/tables/{id}/share", { path: { id }, body: { share } }),
  /** Free the seat of a player who is not ready. */
  freeSeat: (id: string, seat: number) => request("DELETE", "/api/tables/{id}/seats/{seat}", { path: { id, seat } }),
  seatBot: (id: string, bot: string, seat?: number) =>
    request("POST", "/api/tables/{id}/bots", { path: { id }, body: seat === undefined ? { bot } : { bot, seat } }),
  rematch: (id: string, commitment: string | null = null) =>
    request("POST", "/api/tables/{id}/rematch", { path: { id }, body: { commitment } }),
  invite: (id: string, role: InvitedRole, uses: number, hours: number) =>
    request("POST", "/api/tables/{id}/invitations", { path: { id }, body: { role, uses, hours } }),
  /** The open invitations, for the host. */
  invitations: async (id: string) => (await request("GET", "/api/tables/{id}/invitations", { path: { id } })).invitations,
  withdraw: async (id: string, invitation: string) =>
    (await request("DELETE", "/api/tables/{id}/invitations/{invitation}", { path: { id, invitation } })).invitations,
  invitation: (token: string) => request("GET", "/api/invitations/{token}", { path: { token } }),
  accept: (token: string, commitment: string | null = null) =>
    request("POST", "/api/invitations/{token}", { path: { token }, body: { commitment } }),
  /** For the arbiter of a finished game alone. */
  fairPlay: (id: string) => request("GET", "/api/tables/{id}/report", { path: { id } }),
  proof: (id: string) => request("GET", "/api/tables/{id}/proof", { path: { id } }),

  health: () => request("GET", "/api/health"),
  analysisOffer: (lexicon = ""): Promise<AnalysisOffer> => request("GET", "/api/analysis", { query: lexicon ? { lexicon } : {} }),
  /** The report of an analysis as PDF. */
  analysisReport: (report: AnalysisReport) => fetchFile("/api/analysis/reports", { body: report }),
  levelMove: (body: LevelMoveRequest) => request("POST", "/api/analysis/levels", { body }),
  /** Analysis by the server, where the page cannot do it itself. */
  analyse: (body: AnalysisRequest) => request("POST", "/api/analysis", { body }),

  clause: (id: string) => cached("/api/clauses/{id}", { path: { id } }),
  rulebook: (name: string) => cached("/api/rulebooks/{name}", { path: { name } }),
  layout: (name: string) => cached("/api/layouts/{name}", { path: { name } }),
  tileSet: (name: string) => cached("/api/tile_sets/{name}", { path: { name } }),
} as const;

/** Addresses of what the browser loads by itself. */
export const urls = {
  qr: (id: string, token?: string) => urlOf("/api/tables/{id}/qr.svg", { path: { id }, query: token ? { token } : {} }),
  gcg: (id: string) => urlOf("/api/tables/{id}/game.gcg", { path: { id } }),
  log: (id: string) => urlOf("/api/tables/{id}/game.jsonl", { path: { id } }),
  sheet: (id: string) => urlOf("/api/tables/{id}/sheet", { path: { id } }),
} as const;
