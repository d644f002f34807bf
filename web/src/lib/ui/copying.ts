// Putting a text on the clipboard, also where the browser offers no clipboard because the page has no HTTPS (a local net).

/** Copy what a field holds; false if the person has to do it by hand (the text is selected then). */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  const written = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  // The old way works without HTTPS.
  return written ?? document.execCommand("copy");
}
