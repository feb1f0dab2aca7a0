import { Type } from 'typebox';
import { date, detail } from '../kit/inputs.ts';
import { plainText } from '../kit/plain-text.ts';
import { tool } from '../kit/tool.ts';
import { bodyIn, percent, rowsIn, usd } from '../kit/wording.ts';

export const daily = tool({
  name: 'daily',
  title: 'What happened on a day',
  description:
    'The edition of a UTC day, stamped at 00:05 UTC after it and never changed: stories (largest wins and losses, liquidation spikes, cohorts that diverge, new whales …), movers of coins and of the leaderboard, settled outcomes. Without a date the newest.',
  input: Type.Object(
    { date: Type.Optional(date('The day; the newest edition by default')), detail: detail() },
    { additionalProperties: false },
  ),
  sections: { edition: 'DailyPulseEdition' },
  plan: ({ date: day }) => ({
    edition:
      day === undefined
        ? { path: '/pulse/daily/latest' }
        : { path: '/pulse/daily/{date}', params: { date: day } },
  }),
  finding({ edition }) {
    const { date: day, stories, standing: status } = bodyIn(edition);
    const reported = rowsIn(stories);
    const movers = rowsIn(bodyIn(status).coinMovers)
      .slice(0, 5)
      .map((row) => `${row.coin} ${percent(row.changePct)}`);
    const losers = rowsIn(bodyIn(status).leaderboardMovers)
      .slice(0, 3)
      .map((row) => `${row.address} to rank ${row.rank} (${usd(row.pnl)})`);
    return [
      `Edition of ${day}: ${reported.length} ${reported.length === 1 ? 'story' : 'stories'}.`,
      ...reported.slice(0, 6).map(({ type, headline }) => `${type}: ${plainText(String(headline))}`),
      ...(movers.length > 0 ? [`Coins: ${movers.join(', ')}.`] : []),
      ...(losers.length > 0 ? [`Leaderboard: ${losers.join(', ')}.`] : []),
    ];
  },
});
