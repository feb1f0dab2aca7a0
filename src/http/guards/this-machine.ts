import type { IncomingMessage } from 'node:http';
import type { Networks } from '../../kernel/networks.ts';
import type { ClientAddress } from '../calls/client-address.ts';

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Tells callers on this machine from all others. What a proxy that is not known passes on comes from this machine, too, and
 * is none of its own: such a proxy says whom it speaks for.
 *
 * @param options.trustedProxies who is believed
 * @param options.showsMetrics false where nobody is taken for one: the metrics are shown elsewhere
 */
export function fromThisMachine(
  clientAddress: ClientAddress,
  options: { trustedProxies?: Networks | undefined; showsMetrics?: boolean | undefined },
): (req: IncomingMessage) => boolean {
  const { trustedProxies: trusted, showsMetrics = true } = options;
  return (req) => {
    if (!showsMetrics) return false;
    const { forwarded, 'x-forwarded-for': forwardedFor } = req.headers;
    if (trusted === undefined && (forwarded !== undefined || forwardedFor !== undefined)) return false;
    return loopback.test(clientAddress(req));
  };
}
