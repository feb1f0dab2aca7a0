import { json, type PortalHandler } from './portal-call.ts';

export interface StatusOptions {
  version: string;
  /** True where the data are not the exchange's. */
  simulated: boolean;
  /** The newest stored fill; undefined while nobody knows. */
  newestBlock: () => { timeMs: number; block: number | undefined } | undefined;
}

/** `GET /portal/api/status`: what the pages show of the service itself. */
export function createStatus({ version, simulated, newestBlock }: StatusOptions): PortalHandler {
  return async () => {
    const newest = newestBlock();
    return json({
      version,
      simulated,
      // 0 where nothing is stored.
      newestFillMs: newest?.timeMs || null,
      newestBlock: newest?.block ?? null,
    });
  };
}
