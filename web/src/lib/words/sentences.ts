// What a search says to a person: sentences for its codes.
import { m } from "../text/text";
import { LONGEST, SHORTEST, type WordsFault } from "./finder";

export function wordsText(fault: WordsFault): string {
  switch (fault.kind) {
    case "sign":
      return m.learn_fault_sign({ text: fault.text, place: fault.place });
    case "pattern":
      return m.learn_fault_pattern({ text: fault.text, place: fault.place });
    case "parts":
      return m.learn_fault_parts({ found: fault.found, most: fault.most });
    case "tiles":
      return m.learn_fault_tiles({ found: fault.found, most: fault.most });
    case "blank":
      return m.learn_fault_blank();
    case "short":
      return m.learn_fault_short();
    case "lengths":
      return m.learn_fault_lengths({ shortest: SHORTEST, longest: LONGEST });
    case "stem":
      return m.learn_fault_stem({ most: fault.most });
    case "no_word":
      return m.learn_fault_no_word({ text: fault.text });
    case "core":
      return m.learn_fault_core();
    case "playing":
      return m.learn_fault_playing();
    case "unsure":
      return m.learn_fault_unsure();
    case "unreachable":
      return m.learn_fault_unreachable();
    case "refused":
      return m.learn_fault_refused();
    case "damaged":
      return m.learn_fault_damaged();
    case "server":
    case "memory":
      return m.learn_fault_memory();
    case "crashed":
      return m.learn_fault_crashed();
  }
}
