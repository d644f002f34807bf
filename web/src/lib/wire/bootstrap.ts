// What the server has told beforehand, written into the page: the answers to what the page asks for first.

interface Told {
  readonly language: string;
  /** By the path at which each would be asked for. */
  readonly answers: Readonly<Record<string, unknown>>;
}

let answers: Map<string, unknown> | null = null;

/** Answers in another language than that of the page are none. */
function read(): Map<string, unknown> {
  const text = document.getElementById("told")?.textContent;
  if (!text) return new Map();
  const told = JSON.parse(text) as Told;
  return new Map(told.language === document.documentElement.lang ? Object.entries(told.answers) : []);
}

/** The answer that was told beforehand, if there is one. It is good for once: whoever asks again wants to know what is new. */
export function told(path: string): unknown {
  answers ??= read();
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}
