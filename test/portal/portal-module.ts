import { pathToFileURL } from 'node:url';

/** A module of the pages that needs no browser. Its types are checked with the portal, by other rules than those of the service. */
export async function portalModule<Module>(path: string): Promise<Module> {
  const file = new URL(`../../portal/src/${path}`, import.meta.url);
  return (await import(pathToFileURL(file.pathname).href)) as Module;
}
