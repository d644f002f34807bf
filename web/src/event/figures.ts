// Figures as the server writes them.

/** Match points that are counted in halves: 7½. */
export function halves(count: number): string {
  const whole = Math.floor(count / 2);
  return count % 2 ? `${whole || ""}½` : String(whole);
}

/** A spread with its sign. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** A time that is left: 7:05, 1:02:09. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (count: number): string => String(count).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A time of the day: 14:05. */
export const timeOfDay = (when: Date): string => `${String(when.getHours()).padStart(2, "0")}:${String(when.getMinutes()).padStart(2, "0")}`;
