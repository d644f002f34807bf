// The report for arbiters in words: one row for each thing that can be said of a player.
import { m } from "$lib/text/text";
import type { Estimate, FairPlay, Omitted, PlayerReport } from "$lib/wire/api";

interface Row {
  readonly what: string;
  readonly said: string;
}

export const percent = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);

export const points = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

const seconds = (millis: number, language: string): string =>
  m.game_seconds({ seconds: points(millis / 1000, language) });

const percents = ({ value, low, high }: Estimate, language: string) => ({
  value: percent(value, language),
  low: percent(low, language),
  high: percent(high, language),
});

const OMITTED: { readonly [Why in Omitted]: (said: { count: number }) => string } = {
  forced: m.game_report_omitted_forced,
  few: m.game_report_omitted_few,
  unknown: m.game_report_omitted_unknown,
  not_in_list: m.game_report_omitted_not_in_list,
  late: m.game_report_omitted_late,
};

/** What is said of a player, in a fixed order. */
export function reportRows(player: PlayerReport, { fewest }: Pick<FairPlay, "fewest">, language: string): readonly Row[] {
  const rows = [
    { what: m.game_report_credits(), said: creditsText(player, language) },
    { what: m.game_report_absences(), said: absencesText(player, language) },
    { what: m.game_report_times(), said: timesText(player, fewest, language) },
  ];
  return [...rows, ...agreementRows(player, fewest, language)];
}

function creditsText({ credits }: PlayerReport, language: string): string {
  const { deliveries, millis, longest, share } = credits;
  if (deliveries === 0) return m.game_report_credits_none();
  const said = m.game_report_credits_some({ count: deliveries, sum: seconds(millis, language), longest: seconds(longest, language) });
  return share === null ? said : `${said}; ${m.game_report_share({ share: percent(share, language) })}`;
}

function absencesText({ absences }: PlayerReport, language: string): string {
  const { gone, millis, longest, left_board } = absences;
  const parts =
    gone === 0
      ? [m.game_report_absences_none()]
      : [m.game_report_absences_some({ count: gone, sum: seconds(millis, language), longest: seconds(longest, language) })];
  if (left_board > 0) parts.push(m.game_report_left({ count: left_board }));
  return parts.join("; ");
}

function timesText({ times }: PlayerReport, fewest: number, language: string): string {
  if (times === null) return m.game_report_times_none();
  if (times.median === null || times.variation === null) return m.game_report_few({ turns: times.turns, fewest });
  return m.game_report_times_some({ median: seconds(times.median, language), ...percents(times.variation, language) });
}

function agreementRows({ agreement }: PlayerReport, fewest: number, language: string): readonly Row[] {
  if (agreement === null) return [];
  const { best, turns, share, loss, omitted } = agreement;
  const rows: Row[] = [
    {
      what: m.game_report_agreement(),
      said: share === null ? m.game_report_few({ turns, fewest }) : m.game_report_agreement_some({ best, turns, ...percents(share, language) }),
    },
  ];
  if (loss !== null) {
    const [value, low, high] = [loss.value, loss.low, loss.high].map((each) => points(each, language));
    rows.push({ what: m.game_report_loss(), said: m.game_report_loss_some({ value: value ?? "", low: low ?? "", high: high ?? "" }) });
  }
  const left = (Object.keys(OMITTED) as Omitted[]).flatMap((why) => {
    const count = omitted[why];
    return count === undefined ? [] : [OMITTED[why]({ count })];
  });
  if (left.length > 0) rows.push({ what: m.game_report_omitted(), said: left.join(", ") });
  return rows;
}
