// The worker that searches: a search of a whole list takes half a second, for which the page must not wait.
import { MEMORY_FAULT } from "../analysis/abi";
import { KernelFault } from "../analysis/kernel";
import { load } from "../analysis/loading";
import { openStore } from "../storage/files";
import { LoadError, openWords } from "../analysis/structures";
import type { TileSet } from "../board/tiles";
import { WordsError, type WordsFault } from "./finder";
import { ListWords } from "./listWords";
import type { FromWordsWorker, ListSource, ToWordsWorker, WordsAsk } from "./protocol";
import { questionsOf } from "./questions";
import { Spelling } from "./spelling";

const scope = self as unknown as { postMessage(message: FromWordsWorker): void; onmessage: ((event: MessageEvent<ToWordsWorker>) => void) | null };

let opened: Promise<ListWords> | null = null;

async function open({ lexicon, hash, sources }: ListSource, set: TileSet): Promise<ListWords> {
  const { kernel, letters, isStored } = await openWords(sources, await openStore(), load);
  if (!Spelling.fits(letters, set)) throw new Error("other letters than the tiles");
  scope.postMessage({ kind: "opened", isStored });
  return new ListWords(kernel, new Spelling(letters, set), lexicon, hash);
}

function answerOf(list: ListWords, ask: WordsAsk): unknown {
  switch (ask.kind) {
    case "search":
      return list.search(ask.asked);
    case "likely":
      return list.likely(ask.length, ask.count);
    case "stems":
      return list.stems(ask.stem);
    case "about":
      return list.facts(ask.word);
    case "questions":
      return questionsOf(list, ask.wish, ask.core);
    case "unknown": {
      const valid = list.valid(ask.words);
      return ask.words.filter((_, at) => !valid[at]);
    }
  }
}

function faultOf(fault: unknown, isOpening: boolean): WordsFault {
  if (fault instanceof WordsError) return fault.fault;
  if (fault instanceof LoadError) return { kind: fault.kind };
  if (fault instanceof RangeError || (fault instanceof KernelFault && fault.code === MEMORY_FAULT)) return { kind: "memory" };
  return { kind: isOpening ? "damaged" : "crashed" };
}

async function answer(id: number, ask: WordsAsk): Promise<void> {
  if (!opened) return;
  const list = await opened;
  scope.postMessage({ kind: "answer", id, answer: answerOf(list, ask) });
}

scope.onmessage = ({ data }) => {
  if (data.kind === "open") {
    opened = open(data.list, data.set);
    opened.catch((fault: unknown) => scope.postMessage({ kind: "fault", id: null, fault: faultOf(fault, true) }));
  } else answer(data.id, data.ask).catch((fault: unknown) => scope.postMessage({ kind: "fault", id: data.id, fault: faultOf(fault, false) }));
};
