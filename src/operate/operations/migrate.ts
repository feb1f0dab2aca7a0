import { Type } from 'typebox';
import { operation, text } from '../operation.ts';

const examples = `
Examples:
  tidemark migrate                    before a new version serves ./data

Every command that opens the stores migrates them first; this one does nothing else. Several may run at once.`;

export const migrate = operation({
  name: 'migrate',
  method: 'POST',
  path: '/admin/v1/jobs/migrate',
  operationId: 'jobs-migrate',
  summary: 'brings both stores to the newest version',
  /** Names of the migrations applied by this run. */
  output: Type.Object({ analytics: Type.Array(text), control: Type.Array(text) }),
  progress: Type.Object({}),
  async run({ fills, control }) {
    const { migrateAnalytics } = await import('../../analytics/migrate.ts');
    const analytics = await migrateAnalytics((await fills()).analytics);
    return { analytics, control: await (await control()).migrate() };
  },
  command: {
    words: 'migrate',
    summary: 'bring the stores to the newest version',
    description: 'Brings both stores to the newest version and prints the migrations that ran.',
    examples,
    print({ analytics, control }, { stdout, stderr }) {
      const ran = [
        ...analytics.map((name) => `analytics ${name}`),
        ...control.map((name) => `control ${name}`),
      ];
      for (const line of ran) stdout.write(`${line}\n`);
      if (ran.length === 0) stderr.write('both stores are at the newest version\n');
    },
  },
});
