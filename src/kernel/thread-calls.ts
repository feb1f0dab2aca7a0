import type { MessagePort, Transferable } from 'node:worker_threads';

// biome-ignore lint/suspicious/noExplicitAny: method signatures of any interface
type Methods = Record<string, (...args: any[]) => Promise<unknown>>;

interface Call {
  id: number;
  method: string;
  args: unknown[];
}

interface Reply {
  id: number;
  value?: unknown;
  error?: unknown;
}

/**
 * Answers calls that arrive over `port` with the methods of `target`, which lives on this thread.
 *
 * @param transferred which parts of a result are transferred instead of copied; they are empty here afterwards
 */
export function serveCalls<T extends object>(
  port: MessagePort,
  target: T,
  transferred: (result: unknown) => Transferable[] = () => [],
): void {
  const methods = target as unknown as Methods;
  port.on('message', async ({ id, method, args }: Call) => {
    try {
      const value = await methods[method]!(...args);
      port.postMessage({ id, value } satisfies Reply, transferred(value));
    } catch (error) {
      port.postMessage({ id, error } satisfies Reply);
    }
  });
}

/**
 * A proxy whose methods run on the other side of `port`. Arguments and results are copied; errors are thrown here with their message.
 *
 * @param transferred which call arguments are transferred instead of copied; they are empty here afterwards
 */
export function callsOver<T extends object>(
  port: MessagePort,
  transferred: (args: readonly unknown[]) => Transferable[] = () => [],
): T {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let nextId = 0;
  port.on('message', ({ id, value, error }: Reply) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(error);
  });
  port.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the other thread has ended'));
    waiting.clear();
  });
  return new Proxy({} as T, {
    get:
      (_, method: string) =>
      (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const id = nextId++;
          waiting.set(id, { resolve, reject });
          port.postMessage({ id, method, args } satisfies Call, transferred(args));
        }),
  });
}
