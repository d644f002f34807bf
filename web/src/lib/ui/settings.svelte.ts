// The person's settings for this device, stored in the browser only.
import { onDevice } from "../storage/texts";

export type Theme = "auto" | "light" | "dark";
export type TextSize = "normal" | "large" | "huge";

const THEMES: readonly Theme[] = ["auto", "light", "dark"];
const SIZES: readonly TextSize[] = ["normal", "large", "huge"];

const read = (key: string): string | null => onDevice.read(`mostek.${key}`);

function oneOf<Choice extends string>(key: string, choices: readonly Choice[], usual: Choice): Choice {
  const kept = read(key);
  return choices.find((choice) => choice === kept) ?? usual;
}

const flag = (key: string, usual: boolean): boolean => (read(key) ?? String(usual)) === "true";

class Settings {
  #theme = $state<Theme>(oneOf("theme", THEMES, "auto"));
  #text = $state<TextSize>(oneOf("text", SIZES, "normal"));
  #sound = $state(flag("sound", true));
  #vibration = $state(flag("vibration", true));
  #numbered = $state(flag("numbered", false));

  get theme(): Theme {
    return this.#theme;
  }
  set theme(next: Theme) {
    this.#theme = next;
    onDevice.keep("mostek.theme", next);
  }

  get text(): TextSize {
    return this.#text;
  }
  set text(next: TextSize) {
    this.#text = next;
    onDevice.keep("mostek.text", next);
  }

  /** Whether a low clock and an opponent's move make a sound. */
  get sound(): boolean {
    return this.#sound;
  }
  set sound(next: boolean) {
    this.#sound = next;
    onDevice.keep("mostek.sound", String(next));
  }

  get vibration(): boolean {
    return this.#vibration;
  }
  set vibration(next: boolean) {
    this.#vibration = next;
    onDevice.keep("mostek.vibration", String(next));
  }

  /** Whether the board has numbered rows and lettered columns instead of the other way round. */
  get numbered(): boolean {
    return this.#numbered;
  }
  set numbered(next: boolean) {
    this.#numbered = next;
    onDevice.keep("mostek.numbered", String(next));
  }
}

export const settings = new Settings();
