// The sentences of the page in the language that is set. `m.room_key({…})` in a component follows a change of language.
import * as m from "./paraglide/messages";

export { m };
export { LANGUAGES, language, ownName, type Language } from "./language.svelte";
