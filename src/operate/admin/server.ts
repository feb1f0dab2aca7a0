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
  /** At least 32 characters; its holder may do everything that needs no files of this machine. */
  token: string;
  host: string;
  /** 0 takes any free one. */
  port: number;
  /** What `/metrics` shows to holders of the token. */
  metrics?: ShownMetrics;
  /** The operator's page, whose files are shown without the token. */
  pages?: OperatorPages | undefined;
  rng?: Rng;
  elapsedMs?: () => number;
}

export interface AdminServer {
  /** The address listened on. */
  readonly url: string;
  /**
   * Takes nothing new, ends jobs and lets requests under way end.
   * @param graceMs after this long whatever is left is cut off
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Serves the admin surface on a listener of its own, never on the public one.
 * @throws Error where the address cannot be listened on
 */
export async function serveAdmin(options: AdminServerOptions): Promise<AdminServer> {
  const { operations, log, token, host, port, metrics, pages, rng, elapsedMs = monotonicMs } = options;
  const refusalOf = createAdminGuard({
    token,
    host,
    elapsedMs,
    isOpen: (req) => pages?.find(req) !== undefined,
  });
  const { server, close } = await createAdminSurface({
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
