// Short sounds without a file, and vibration.

let context: AudioContext | null = null;

/** A beep: `count` times, with so many hertz. Browsers are silent until the person has touched the page. */
export function beep(hertz: number, count = 1): void {
  try {
    context ??= new AudioContext();
    for (let index = 0; index < count; index += 1) tone(context, hertz, context.currentTime + index * 0.22);
  } catch {
    // No sound on this device.
  }
}

function tone(audio: AudioContext, hertz: number, from: number): void {
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.frequency.value = hertz;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(0.18, from + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, from + 0.18);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(from + 0.2);
}

/** Vibrate, where the device can. */
export function vibrate(pattern: readonly number[]): void {
  if ("vibrate" in navigator) navigator.vibrate([...pattern]);
}
