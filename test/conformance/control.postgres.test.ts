import { openPostgres } from '../../src/control/postgres.ts';
import { postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { controlConformance } from './control.ts';

for (const installation of await postgresInstallations()) {
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
