import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPglite } from '../../src/control/pglite.ts';
import { controlConformance } from './control.ts';

controlConformance('PGlite', async (clock) => {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-control-'));
  const store = await openPglite({ dir: join(dir, 'control'), clock });
  return {
    ...store,
    async close() {
      await store.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
});
