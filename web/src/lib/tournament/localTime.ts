// Moments that a server has noted, on the clock of this device.
import { language } from "$lib/text/text";

/** The time of day of a moment in milliseconds since 1970. */
export const localTime = (millis: number): string =>
  new Date(millis).toLocaleTimeString(language.current, { hour: "2-digit", minute: "2-digit" });

/** The day and the time of a moment. */
export const localMoment = (millis: number): string =>
  new Date(millis).toLocaleString(language.current, { dateStyle: "medium", timeStyle: "short" });
