// Bootstrap data: the server writes the answers to the page's first requests into the page itself.

interface Bootstrap {
  readonly language: string;
  /** By the path of the request that each answers. */
  readonly answers: Readonly<Record<string, unknown>>;
}

let answers: Map<string, unknown> | null = null;

/** Answers in another language than that of the page are none. */
function read(): Map<string, unknown> {
  const text = document.getElementById("bootstrap")?.textContent;
  if (!text) return new Map();
  const bootstrapped = JSON.parse(text) as Bootstrap;
  return new Map(bootstrapped.language === document.documentElement.lang ? Object.entries(bootstrapped.answers) : []);
}

/** The answer in the bootstrap data, if there is one. It is used once: the next request goes to the server. */
export function bootstrapped(path: string): unknown {
  answers ??= read();
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}
