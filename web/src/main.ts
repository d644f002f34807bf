import "$lib/ui/tokens.css";
import "$lib/ui/page.css";
import { mount } from "svelte";
import App from "./App.svelte";

// What stands there until now is the head of the page without its links.
const target = document.getElementById("app");
target?.replaceChildren();
if (target) mount(App, { target });

// Only where the page is served by HTTPS or from this machine; elsewhere browsers offer no service worker.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
