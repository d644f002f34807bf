import { expect, test } from "vitest";
import { invitationText } from "./invitations";

const given = { id: "x", role: "player", created: 0, uses: 2, used: 1, until: Date.UTC(2026, 10, 5, 14, 5) } as const;

test("an invitation says for whom it is, how many are left and until when", () => {
  const text = invitationText(given, "en");
  expect(text).toContain("player");
  expect(text).toContain("1 of 2");
  expect(text).toContain("November 5");
});

test("one of an earlier server has no limits", () => {
  expect(invitationText({ ...given, uses: null, until: null }, "pl").split(" · ")).toHaveLength(2);
});
