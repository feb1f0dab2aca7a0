import { openPostgres } from '../../src/control/postgres.ts';
import { postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { sized } from '../size.ts';
import { controlConformance } from './control.ts';

// The oldest that is installed: the newest one carries the tests of whole services.
for (const installation of (await postgresInstallations()).slice(sized({ check: -1, campaign: 0 }))) {
  controlConformance(`Postgres (${installation.label})`, async (clock) => {
    const server = await startPostgres(installation);
    const store = await openPostgres({ url: await server.createDatabase(), clock });
    return {
      ...store,
      async close() {
        await store.close();
        await server.stop();
      },
    };
  });
}
