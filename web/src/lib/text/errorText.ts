// An error of a request as a sentence.
import { rememberHelp } from "./helpPages";
import { m } from "./text";

/** What the connections say of a request that failed; this room does not know them. */
interface RequestFault {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

const isOfRequest = (fault: unknown): fault is RequestFault =>
  fault instanceof Error && "status" in fault && "code" in fault && "detail" in fault;

/** An error as a sentence. */
export function errorText(fault: unknown): string {
  if (!isOfRequest(fault)) return m.shell_failed();
  if (fault.status === 0) return m.shell_unreachable();
  const sentence = fault.detail || m.shell_failed();
  rememberHelp(sentence, fault.code);
  return sentence;
}
