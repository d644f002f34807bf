// Passkeys: the steps of browser and device between two requests to the server.
import { say } from "$lib/ui/toasts.svelte";
import { m } from "$lib/text/text";

/** The outcome of a ceremony; only a successful one has a credential for the server. */
type Ceremony<Value> =
  | { readonly kind: "done"; readonly credential: Value }
  /** The person cancelled or waited too long: browsers do not tell which. */
  | { readonly kind: "cancelled" }
  /** The device has a passkey for this account. */
  | { readonly kind: "known" }
  /** The page was opened by another address than the public one, at which the passkeys are. */
  | { readonly kind: "elsewhere" }
  | { readonly kind: "failed" };

/** Whether this browser can have passkeys: it needs https or localhost, and JSON for what it sends. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** Ask the person's device for a new passkey. */
export const createPasskey = (options: PublicKeyCredentialCreationOptionsJSON): Promise<Ceremony<RegistrationResponseJSON>> =>
  ended(() => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));

/** Ask the person's device to sign with a passkey. */
export const signWithPasskey = (options: PublicKeyCredentialRequestOptionsJSON): Promise<Ceremony<AuthenticationResponseJSON>> =>
  ended(() => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));

/** Tell the person why their device has given no passkey. */
export function explain(kind: Exclude<Ceremony<never>["kind"], "done">): void {
  switch (kind) {
    case "cancelled":
      return say(m.shell_passkeys_cancelled());
    case "known":
      return say(m.shell_passkeys_known());
    case "elsewhere":
      return say(m.shell_passkeys_elsewhere(), "danger");
    case "failed":
      return say(m.shell_passkeys_failed(), "danger");
  }
}

async function ended<Value>(ask: () => Promise<Credential | null>): Promise<Ceremony<Value>> {
  try {
    const credential = await ask();
    if (!(credential instanceof PublicKeyCredential)) return { kind: "cancelled" };
    return { kind: "done", credential: credential.toJSON() as Value };
  } catch (fault) {
    return { kind: reason(fault instanceof DOMException ? fault.name : "") };
  }
}

function reason(name: string): "cancelled" | "known" | "elsewhere" | "failed" {
  switch (name) {
    case "NotAllowedError":
    case "AbortError":
      return "cancelled";
    case "InvalidStateError":
      return "known";
    case "SecurityError":
      return "elsewhere";
    default:
      return "failed";
  }
}
