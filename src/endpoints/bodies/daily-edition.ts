import { bodySchema, optional } from '../schema.ts';
import { dateTime, text, untyped, utcDay } from './fields.ts';

/** The edition of a UTC day, which never changes once it is stamped. */
export const dailyEdition = bodySchema('DailyPulseEdition', {
  date: utcDay('Day that it covers'),
  generatedAt: dateTime('When it was stamped.'),
  hero: optional(
    untyped('The story with the highest score: type, entity, headline, receipt, score; absent without one.'),
  ),
  stories: optional(untyped('All stories by score, each as hero.')),
  standing: optional(untyped('coinMovers, settledToday and leaderboardMovers.')),
  censusBlock: optional(untyped('The census it was stamped with; absent before the first.')),
  delayNote: optional(text('Source of the figures.')),
});
