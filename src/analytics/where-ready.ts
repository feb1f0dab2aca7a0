import { AnalyticsError } from './store.ts';

/**
 * Reads what an answer can do without while its table is still being filled, after an update or a first start.
 *
 * @param otherwise in its place then
 * @throws what `read` throws but for that
 */
export async function whereReady<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AnalyticsError && error.failure === 'unready') return otherwise;
    throw error;
  }
}
