import { join } from 'node:path';
import { type PortalFiles, readPortalFiles } from '../http/portal/portal-files.ts';
import type { Log } from '../kernel/log.ts';

const built = join(import.meta.dirname, '../../portal/dist');

/** The pages of the portal, where they were built. */
export function openPortalFiles(log: Log, source?: 'simulated'): PortalFiles | undefined {
  const files = readPortalFiles(built, source);
  if (files === undefined) {
    log.warn('there are no pages for people: install vite (npm ci without --omit) and run: npm run portal');
  }
  return files;
}
