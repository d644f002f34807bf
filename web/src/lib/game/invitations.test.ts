import { expect, test } from "vitest";
import { invitationText } from "./invitations";

const given = { id: "x", role: "player", created: 0, uses: 2, used: 1, until: Date.UTC(2026, 10, 5, 14, 5) } as const;

test("an invitation says for whom it is, how many are left and until when", () => {
  const text = invitationText(given, "pl");
  expect(text).toContain("gracz");
  expect(text).toContain("1 z 2");
  expect(text).toContain("listopada");
});

test("one of an earlier server has no limits", () => {
  expect(invitationText({ ...given, uses: null, until: null }, "pl").split(" · ")).toHaveLength(2);
});
