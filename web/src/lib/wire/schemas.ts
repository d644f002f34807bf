// The shapes of what the HTTP interface takes and gives, generated from docs/protocol/http.json.
import type { components } from "./openapi";

export type Schemas = components["schemas"];
