// What players settle among themselves: resigning, breaking a game off, a call that is withdrawn, a player who is gone.
import type { Seat } from "$lib/wire/types";
import { withoutFields, type ActionBuilders } from "./action";

export const AGREEMENT: ActionBuilders<"resign" | "abort" | "withdraw_call" | "claim_absence"> = {
  resign: withoutFields(({ seat }) => ({ type: "resign", seat })),
  abort: withoutFields(({ seat }) => ({ type: "abort", seat })),
  withdraw_call: withoutFields(({ seat }) => ({ type: "withdraw_call", seat })),
  claim_absence: ({ seat, number }) => ({
    fields: [],
    command: () => (number === null ? null : { type: "claim_absence", seat, of: number as Seat }),
  }),
};
