import "$lib/ui/tokens.css";
import "$lib/ui/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { installWorker } from "$lib/storage/serviceWorker";
import { router } from "$lib/ui/router.svelte";

// What stands there until now is the head of the page without its links.
const target = document.getElementById("app");
target?.replaceChildren();
if (target) mount(App, { target });

// Only where the page is served by HTTPS or from this machine; elsewhere browsers offer no service worker. A frame on another site
// stores nothing.
if (import.meta.env.PROD && router.route.page !== "embed") addEventListener("load", () => void installWorker().catch(() => undefined));
