// The wall: one slide after another, long lists in pages; and the prize-giving, where a person calls the next slide.

/** How long a slide or a page of a list is shown, in milliseconds. */
const SHOWN = 9000;
const CLOCK_SHOWN = 14_000;

interface Turn {
  readonly slide: HTMLElement;
  readonly rows: readonly HTMLElement[];
  readonly page: number;
  readonly pages: number;
}

/** The rows of each page of a list that is as high as the window leaves. */
function paged(slide: HTMLElement): readonly (readonly HTMLElement[])[] {
  const list = slide.querySelector<HTMLElement>("[data-rows]");
  const rows = list ? ([...list.children] as HTMLElement[]) : [];
  if (!list || rows.length === 0) return [[]];
  rows.forEach((one) => (one.hidden = false));
  const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  const high = Math.max(...rows.map((one) => one.getBoundingClientRect().height)) || 1;
  const space = innerHeight - (list.getBoundingClientRect().top + scrollY) - innerHeight * 0.02;
  const lines = Math.max(1, Math.floor(space / high));
  const found: HTMLElement[][] = [];
  for (let at = 0; at < rows.length; at += lines * columns) found.push(rows.slice(at, at + lines * columns));
  list.style.gridAutoFlow = "column";
  list.style.gridTemplateRows = `repeat(${lines}, auto)`;
  list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  return found;
}

function turns(): readonly Turn[] {
  const slides = [...document.querySelectorAll<HTMLElement>("[data-slide]")];
  return slides.flatMap((slide) => {
    slides.forEach((one) => (one.hidden = one !== slide));
    const pages = paged(slide);
    return pages.map((rows, page) => ({ slide, rows, page, pages: pages.length }));
  });
}

function show(turn: Turn): void {
  document.querySelectorAll<HTMLElement>("[data-slide]").forEach((one) => (one.hidden = one !== turn.slide));
  turn.slide.querySelectorAll<HTMLElement>("[data-rows] > *").forEach((one) => (one.hidden = !turn.rows.includes(one)));
  const pages = turn.slide.querySelector("[data-pages]");
  if (pages) pages.textContent = turn.pages > 1 ? `${turn.page + 1} / ${turn.pages}` : "";
}

/** Turn the pages. The function that is returned begins again, after the page was fetched anew or the window has changed. */
export function startWall(): () => void {
  let found = turns();
  let at = 0;
  let waiting = 0;

  function go(): void {
    clearTimeout(waiting);
    const turn = found[at % Math.max(1, found.length)];
    if (!turn) return;
    show(turn);
    const time = turn.slide.classList.contains("slide-clock") ? CLOCK_SHOWN : SHOWN;
    if (found.length > 1) waiting = window.setTimeout(() => ((at = (at + 1) % found.length), go()), time);
  }

  function again(): void {
    const before = found[at];
    found = turns();
    // Stay where one was, so that a result does not send the whole hall back to the first page.
    const same = found.findIndex((one) => one.slide.dataset["slide"] === before?.slide.dataset["slide"] && one.page === before?.page);
    at = Math.max(0, same);
    go();
  }

  addEventListener("resize", again);
  go();
  return again;
}

const ON = ["ArrowRight", "ArrowDown", "PageDown", " ", "Enter"];
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"];

/** Show one slide of the prize-giving after another, by key, click or tap. */
export function startCalls(): void {
  const slides = [...document.querySelectorAll<HTMLElement>(".call")];
  let at = 0;
  const pages = document.querySelector("[data-pages]");

  function go(to: number): void {
    at = Math.min(Math.max(0, to), slides.length - 1);
    slides.forEach((one, place) => (one.hidden = place !== at));
    if (pages) pages.textContent = `${at + 1} / ${slides.length}`;
  }

  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isButton = (event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement) && [" ", "Enter"].includes(event.key);
    if (isButton) return;
    if (event.key === "Home") go(0);
    else if (event.key === "End") go(slides.length - 1);
    else if (ON.includes(event.key)) go(at + 1);
    else if (BACK.includes(event.key)) go(at - 1);
    else return;
    event.preventDefault();
  });
  document.querySelector("[data-calls]")?.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) return;
    const back = event.target instanceof Element && event.target.closest("[data-back]");
    go(at + (back ? -1 : 1));
  });
  go(0);
}
