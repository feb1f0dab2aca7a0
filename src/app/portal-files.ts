import { join } from 'node:path';
import { type PortalFiles, readPortalFiles } from '../http/portal/portal-files.ts';
import type { Log } from '../kernel/log.ts';
import { type OperatorPages, readOperatorPages } from '../operate/admin/pages.ts';

const built = join(import.meta.dirname, '../../portal/dist');

/** The pages of the portal, if they were built. */
export function openPortalFiles(log: Log, source?: 'simulated'): PortalFiles | undefined {
  const files = readPortalFiles(built, source);
  if (files === undefined) {
    log.warn('the pages are not built: run npm run portal, which needs npm ci without --omit');
  }
  return files;
}

/** The operator's page, if it was built. */
export function openOperatorPages(): OperatorPages | undefined {
  return readOperatorPages(join(built, 'operator'));
}
