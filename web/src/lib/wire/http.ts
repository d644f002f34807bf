// The server's HTTP interface, one function a call. Every failure is thrown as `ApiError`.
import type {
  AnalysedMove,
  AnalysisOffer,
  AnalysisReport,
  AnalysisRequest,
  LevelMoveRequest,
  Card,
  Catalogue,
  Clause,
  FairPlay,
  Invitation,
  InvitationDetails,
  InvitedRole,
  Layout,
  Me,
  MySessions,
  OpenInvitation,
  Passkey,
  Proof,
  RulebookText,
  TileSet,
  ProposalInput,
  ReadingOffered,
} from "./api";
import { readCookie } from "../storage/cookies";
import { bootstrapped } from "./bootstrap";
import { gameIn, tellRunningGame } from "./runningGame";

const PREFIX = "/api";
const TIMEOUT = 15_000;
const FILE_TIMEOUT = 60_000;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

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
  const response = await fetch(PREFIX + path, {
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

/** A request to the server, for the modules of this folder. */
export async function request<Value>(method: Method, path: string, body?: object): Promise<Value> {
  const response = await send(method, path, TIMEOUT, method === "GET" ? undefined : JSON.stringify(body ?? {}));
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as Value;
}

/** Send a file, or a text, as it is. */
export async function upload<Value>(path: string, data: Blob): Promise<Value> {
  return (await (await send("POST", path, FILE_TIMEOUT, data)).json()) as Value;
}

/** Ask for a file that takes some time to make. */
export async function fetchFile(path: string, body: object): Promise<Blob> {
  return (await send("POST", path, FILE_TIMEOUT, JSON.stringify(body))).blob();
}

const get = async <Value>(path: string): Promise<Value> => (bootstrapped(path) ?? (await request("GET", path))) as Value;
const post = <Value>(path: string, body?: object): Promise<Value> => request<Value>("POST", path, body);

const cache = new Map<string, Promise<unknown>>();

/** Fetch once what never changes while the page is open; a failure is not cached. */
function cached<Value>(path: string): Promise<Value> {
  const known = cache.get(path) as Promise<Value> | undefined;
  if (known) return known;
  const asked = get<Value>(path);
  cache.set(path, asked);
  asked.catch(() => cache.delete(path));
  return asked;
}

const part = encodeURIComponent;

export const api = {
  me: () => get<Me>("/me"),
  becomeGuest: (name: string) => post<Me>("/me", { name }),
  change: (what: { name?: string; language?: string }) => request<Me>("PATCH", "/me", what),
  forgetMe: () => request<Me>("DELETE", "/me"),
  register: (login: string, password: string) => post<Me>("/accounts", { login, password }),
  logIn: (login: string, password: string) => post<Me>("/sessions", { login, password }),
  logOut: () => request<Me>("DELETE", "/sessions"),
  /** Without the present password, where a passkey has just been used. */
  changePassword: (next: string, password: string | null) => post<Me>("/me/password", { new: next, password }),
  resetPassword: (login: string, code: string, next: string) => post<Me>("/sessions/reset", { login, code, new: next }),
  sessions: () => get<MySessions>("/sessions"),
  endSession: (id: string) => request<MySessions>("DELETE", `/sessions/${part(id)}`),
  endOtherSessions: () => request<MySessions>("DELETE", "/other-sessions"),
  exportMe: () => get<object>("/me/data"),

  passkeys: async () => (await get<{ passkeys: readonly Passkey[] }>("/passkeys")).passkeys,
  /** Begin to make a passkey; what the device answers goes to `addPasskey`, once. */
  startRegistration: () => post<PublicKeyCredentialCreationOptionsJSON>("/passkeys/challenge"),
  addPasskey: (name: string, credential: RegistrationResponseJSON) => post<Passkey>("/passkeys", { name, credential }),
  removePasskey: async (id: string) =>
    (await request<{ passkeys: readonly Passkey[] }>("DELETE", `/passkeys/${part(id)}`)).passkeys,
  /** Begin to log in; what the device answers goes to `logInByPasskey`, once. */
  startAuthentication: () => post<PublicKeyCredentialRequestOptionsJSON>("/sessions/passkey/challenge"),
  logInByPasskey: (credential: AuthenticationResponseJSON) => post<Me>("/sessions/passkey", { credential }),

  catalogue: () => get<Catalogue>("/catalogue"),
  readings: async (rulebook: string) =>
    (await cached<{ readings: readonly ReadingOffered[] }>(`/rulebooks/${part(rulebook)}/readings`)).readings,
  tables: async () => (await get<{ tables: readonly Card[] }>("/tables")).tables,
  card: (id: string) => get<Card>(`/tables/${part(id)}`),
  /** Open a table, at which only bots sit so far. */
  propose: (proposal: ProposalInput) => post<Card>("/tables", proposal),
  /** Sit down, at a real board together with others who play on the same device. */
  sit: (id: string, others: readonly string[] = [], commitment: string | null = null) =>
    post<Card>(`/tables/${part(id)}/seats`, { ...(others.length > 0 ? { others } : {}), commitment }),
  getUp: (id: string) => request<Card>("DELETE", `/tables/${part(id)}/seats`),
  deleteTable: (id: string) => request<Card>("DELETE", `/tables/${part(id)}`),
  leaveOffice: (id: string) => request<Card>("DELETE", `/tables/${part(id)}/officials`),
  /** `anew`: everybody draws again, because the page that was committed has gone. */
  sayReady: (id: string, commitment: string | null = null, anew = false) =>
    post<Card>(`/tables/${part(id)}/ready`, { commitment, anew }),
  /** Give the share of the seed to which this page is committed. */
  giveShare: (id: string, share: string) => post<Card>(`/tables/${part(id)}/share`, { share }),
  /** Free the seat of a player who is not ready. */
  freeSeat: (id: string, seat: number) => request<Card>("DELETE", `/tables/${part(id)}/seats/${seat}`),
  seatBot: (id: string, bot: string, seat?: number) =>
    post<Card>(`/tables/${part(id)}/bots`, seat === undefined ? { bot } : { bot, seat }),
  rematch: (id: string, commitment: string | null = null) => post<Card>(`/tables/${part(id)}/rematch`, { commitment }),
  invite: (id: string, role: InvitedRole, uses: number, hours: number) =>
    post<Invitation>(`/tables/${part(id)}/invitations`, { role, uses, hours }),
  /** The open invitations, for the host. */
  invitations: async (id: string) =>
    (await get<{ invitations: readonly OpenInvitation[] }>(`/tables/${part(id)}/invitations`)).invitations,
  withdraw: async (id: string, invitation: string) =>
    (await request<{ invitations: readonly OpenInvitation[] }>("DELETE", `/tables/${part(id)}/invitations/${part(invitation)}`))
      .invitations,
  invitation: (token: string) => get<InvitationDetails>(`/invitations/${part(token)}`),
  accept: (token: string, commitment: string | null = null) => post<Card>(`/invitations/${part(token)}`, { commitment }),
  /** For the arbiter of a finished game alone. */
  fairPlay: (id: string) => get<FairPlay>(`/tables/${part(id)}/report`),
  proof: (id: string) => get<Proof>(`/tables/${part(id)}/proof`),

  health: () => get<unknown>("/health"),
  analysisOffer: (lexicon = "") => get<AnalysisOffer>(lexicon ? `/analysis?lexicon=${part(lexicon)}` : "/analysis"),
  /** Analysis by the server, where the page cannot do it itself. */
  /** The report of an analysis as PDF. */
  analysisReport: (report: AnalysisReport) => fetchFile("/analysis/reports", report),
  levelMove: (request: LevelMoveRequest) => post<AnalysedMove>("/analysis/levels", request),
  analyse: (request: AnalysisRequest) => post<{ readonly moves: readonly AnalysedMove[] }>("/analysis", request),

  clause: (id: string) => cached<Clause>(`/clauses/${part(id)}?language=${document.documentElement.lang}`),
  rulebook: (name: string) => cached<RulebookText>(`/rulebooks/${part(name)}?language=${document.documentElement.lang}`),
  layout: (name: string) => cached<Layout>(`/layouts/${part(name)}`),
  tileSet: (name: string) => cached<TileSet>(`/tile_sets/${part(name)}`),
} as const;

/** Addresses of what the browser loads by itself. */
export const urls = {
  qr: (id: string, token?: string) => `${PREFIX}/tables/${part(id)}/qr.svg${token ? `?token=${part(token)}` : ""}`,
  gcg: (id: string) => `${PREFIX}/tables/${part(id)}/game.gcg`,
  log: (id: string) => `${PREFIX}/tables/${part(id)}/game.jsonl`,
  sheet: (id: string) => `${PREFIX}/tables/${part(id)}/sheet`,
} as const;
