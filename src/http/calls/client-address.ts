import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Networks } from '../../kernel/networks.ts';

/** The address of the client behind a request; empty where it is not known any more. */
export type ClientAddress = (req: IncomingMessage) => string;

/** Proxies one behind the other that are believed; a longer chain ends at the last of them. */
const hopLimit = 16;

/**
 * Names the sender of a request. Without trusted proxies that is the peer of the connection, whatever its headers say.
 * A trusted peer's X-Forwarded-For is read from its right end, where each proxy adds whom it hears from: the first
 * hop that is no trusted proxy is the client. What stands further left is the client's own claim.
 */
export function createClientAddress(trusted: Networks | undefined): ClientAddress {
  if (trusted === undefined) return peerOf;
  return (req) => {
    const peer = peerOf(req);
    if (!trusted.has(peer)) return peer;
    // Node joins repeated headers with commas, in their order.
    const header = req.headers['x-forwarded-for'];
    return typeof header === 'string' ? clientOf(header, peer, trusted) : peer;
  };
}

function clientOf(header: string, peer: string, trusted: Networks): string {
  let client = peer;
  let end = header.length;
  for (let hops = 0; hops < hopLimit && end >= 0; hops++) {
    const start = header.lastIndexOf(',', end - 1);
    const hop = addressIn(header.slice(start + 1, end).trim());
    // `unknown` and the like: they name no address, so the proxy that wrote it stands for it.
    if (hop === undefined) return client;
    client = hop;
    if (!trusted.has(hop)) return client;
    end = start;
  }
  return client;
}

/** The address of a hop: some proxies add a port, and brackets around an IPv6 address. */
function addressIn(hop: string): string | undefined {
  if (isIP(hop) !== 0) return hop;
  const [, address = ''] = /^\[([^\]]*)\](?::\d+)?$/.exec(hop) ?? /^([\d.]+):\d+$/.exec(hop) ?? [];
  return isIP(address) === 0 ? undefined : address;
}

function peerOf(req: IncomingMessage): string {
  return req.socket.remoteAddress ?? '';
}

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Parts callers on this machine from all others. What a proxy that is not known passes on comes from this machine, too, and
 * is none of its own: such a proxy says whom it speaks for.
 *
 * @param options.trustedProxies who is believed
 * @param options.showsMetrics false where no caller is taken for one: the metrics are shown elsewhere
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
