import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/**
 * Collects the garbage of this process. Who times short answers does so before: bytes that were received make V8 collect all of it
 * every hundred answers, 10 ms that look like the server's.
 */
export const collectGarbage = runInNewContext('gc') as () => void;
