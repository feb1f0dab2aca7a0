import { Type } from 'typebox';
import { date, detail } from '../kit/inputs.ts';
import { tool } from '../kit/tool.ts';
import { bodyIn, rowsIn, short } from '../kit/wording.ts';

const hoursOfDay = 24;

export const status = tool({
  name: 'status',
  title: 'Freshness, completeness, and what you may ask',
  description:
    'Readiness of the service, span of its data, verification, and the limits of your key. With date: completeness of that UTC day.',
  input: Type.Object(
    { date: Type.Optional(date('The day to check for completeness')), detail: detail() },
    { additionalProperties: false },
  ),
  sections: {
    ready: 'Parts of the service: true, or what they wait for',
    plan: 'PlanBody: your tier and the limits of all tiers; 0 is unlimited',
    data: 'GlobalStatsBody: first and last day, totals',
    census: 'CensusStampBody: newest comparison of positions with the chain',
    edition: 'DailyPulseEdition of the day; absent for a day without fills',
    hours: 'Which hours of the day have stored market states, by BTC',
  },
  tolerates: [404],
  plan: ({ date: day }) => ({
    ready: { path: '/ready' },
    plan: { path: '/plan' },
    data: { path: '/pulse/stats' },
    census: { path: '/census/stamp' },
    ...(day !== undefined && {
      edition: { path: '/pulse/daily/{date}', params: { date: day } },
      hours: {
        path: '/market/historical-oi',
        params: { coin: 'BTC', startTime: `${day}T00:00:00Z`, endTime: `${day}T23:59:59Z` },
      },
    }),
  }),
  derive({ hours }, { date: day }) {
    if (day === undefined || hours === undefined) return {};
    const stamps = rowsIn(hours, 'history').map(({ timestamp }) => new Date(timestamp as number | string));
    const present = new Set(stamps.filter((at) => !Number.isNaN(at.getTime())).map((at) => at.getUTCHours()));
    const missing = Array.from({ length: hoursOfDay }, (_, hour) => hour).filter(
      (hour) => !present.has(hour),
    );
    return { hours: { date: day, present: present.size, of: hoursOfDay, missing } };
  },
  finding({ ready, plan, data, census, edition, hours }, { date: day }) {
    const { ready: isReady, checks } = bodyIn(ready);
    const waiting = Object.entries(bodyIn(checks)).filter(([, check]) => check !== true);
    const { tier, requestsPerMin, requestsPerDay } = bodyIn(plan);
    const stats = bodyIn(data);
    const verified = bodyIn(bodyIn(census).verified);
    const lines = [
      isReady === true
        ? 'The service is ready.'
        : `The service is not ready: ${waiting.map(([name, check]) => `${name} ${check}`).join('; ')}.`,
      `Data from ${stats.dataStartDate ?? 'unknown'} to ${stats.dataEndDate ?? 'unknown'}: ${short(stats.totalTrades)} fills of ${short(stats.totalTraders)} traders.`,
      `Your tier: ${tier ?? 'unknown'}, ${requestsPerMin ?? '?'} requests a minute, ${requestsPerDay === 0 ? 'any number' : requestsPerDay} a day (0: unlimited).`,
      verified.chain_time === undefined
        ? 'Positions were not yet compared with the chain.'
        : `${short(verified.positions)} positions were compared with the chain at ${verified.chain_time}.`,
    ];
    if (day === undefined) return lines;
    const { present, of, missing } = bodyIn(hours) as { present?: number; of?: number; missing?: number[] };
    const made = bodyIn(edition).generatedAt;
    lines.push(
      `${day}: market states of ${present ?? '?'} of ${of ?? hoursOfDay} hours are stored${(missing?.length ?? 0) > 0 ? `, missing: ${missing!.join(', ')} h UTC` : ''}; ` +
        (made === undefined ? 'no edition was made of it.' : `its edition was stamped ${made}.`),
    );
    return lines;
  },
});
