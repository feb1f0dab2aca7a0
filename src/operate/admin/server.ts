import { monotonicMs } from '../../kernel/clock.ts';
import { listen } from '../../kernel/listen.ts';
import type { Log } from '../../kernel/log.ts';
import type { Rng } from '../../kernel/rng.ts';
import type { Operations } from '../operations.ts';
import { createAdminGuard } from './guard.ts';
import type { OperatorPages } from './pages.ts';
import type { ShownMetrics } from './router.ts';
import { createAdminSurface } from './surface.ts';

export interface AdminServerOptions {
  operations: Operations;
  log: Log;
  /** At least 32 characters. Grants everything except access to files of this machine. */
  token: string;
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Metrics at `/metrics`, for holders of the token. */
  metrics?: ShownMetrics;
  /** The operator's page; its files need no token. */
  pages?: OperatorPages | undefined;
  rng?: Rng;
  elapsedMs?: () => number;
}

export interface AdminServer {
  readonly url: string;
  /**
   * Accepts no new requests, ends jobs and lets running requests finish.
   * @param graceMs closes remaining connections after this time
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Serves the admin surface on its own listener, never on the public one.
 * @throws Error if the address is unavailable
 */
export async function serveAdmin(options: AdminServerOptions): Promise<AdminServer> {
  const { operations, log, token, host, port, metrics, pages, rng, elapsedMs = monotonicMs } = options;
  const refusalOf = createAdminGuard({
    token,
    host,
    elapsedMs,
    isOpen: (req) => pages?.find(req) !== undefined,
  });
  const { server, close } = createAdminSurface({
    operations,
    log,
    refusalOf,
    metrics,
    pages,
    rng,
    isOwnMachine: false,
  });
  const { authority } = await listen(server, host, port).catch((fault: Error) => {
    const remedy = 'set TIDEMARK_ADMIN_HOST and TIDEMARK_ADMIN_PORT to an address that is free';
    throw new Error(`cannot serve the admin surface: ${fault.message}; ${remedy}`, { cause: fault });
  });
  return { url: `http://${authority}`, close };
}
