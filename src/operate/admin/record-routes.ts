import { Type } from 'typebox';
import { gapFeeds } from '../../jobs/gap-list.ts';
import { feedAnswer, gapAnswer, jobAnswer, listOf, quarantinedAnswer } from './answers.ts';
import { route } from './route.ts';

/** Texts of four thousand characters each make a long answer. */
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 }));
const sourceText = Type.String({ minLength: 1, maxLength: 1_024 });
const walletText = Type.String({
  pattern: '^0[xX][0-9a-fA-F]{40}$',
  description: 'a wallet: 0x and 40 hex digits',
});

/** What the record lacks, what of it cannot be used, and what keeps it up. */
export const recordRoutes = {
  gaps: route('GET', '/admin/v1/gaps', {
    summary:
      'data that nothing can bring back, found last first; then holes that are still being read, `open`',
    query: Type.Object({
      feed: Type.Optional(Type.Enum(gapFeeds)),
      wallet: Type.Optional(walletText),
      limit,
    }),
    answer: listOf('gaps', gapAnswer),
    run: async (operations, { query }) => ({ gaps: await operations.listGaps(query) }),
  }),
  quarantine: route('GET', '/admin/v1/quarantine', {
    summary: 'what sources told and nobody can use, with the reason, met last first',
    query: Type.Object({ source: Type.Optional(sourceText), limit }),
    answer: listOf('quarantined', quarantinedAnswer),
    run: async (operations, { query }) => ({ quarantined: await operations.listQuarantined(query) }),
  }),
  feeds: route('GET', '/admin/v1/feeds', {
    summary: 'the feeds that this process reads live, with their age, lag and gaps',
    answer: listOf('feeds', feedAnswer),
    run: async (operations) => ({ feeds: await operations.listFeeds() }),
  }),
  jobs: route('GET', '/admin/v1/jobs', {
    summary: 'scheduled jobs: how far each is, and which process runs it now',
    answer: listOf('jobs', jobAnswer),
    run: async (operations) => ({ jobs: await operations.listJobs() }),
  }),
};
