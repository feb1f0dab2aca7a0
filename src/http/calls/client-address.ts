import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Networks } from '../../kernel/networks.ts';

/** The client's address; empty if it is no longer known. */
export type ClientAddress = (req: IncomingMessage) => string;

/** Maximum trusted proxies in a chain; a longer chain ends at the last of them. */
const hopLimit = 16;

/**
 * Finds the client's address. Without trusted proxies it is the peer of the connection; headers are ignored.
 * A trusted peer's X-Forwarded-For is read from the right, where each proxy appends its peer: the first
 * untrusted hop is the client. Entries further left are the client's own claims.
 */
export function createClientAddress(trusted: Networks | undefined): ClientAddress {
  if (trusted === undefined) return peerOf;
  return (req) => {
    const peer = peerOf(req);
    if (!trusted.has(peer)) return peer;
    // Node joins repeated headers with commas, in order.
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
    // `unknown` and the like name no address: the proxy that wrote the entry counts as the client.
    if (hop === undefined) return client;
    client = hop;
    if (!trusted.has(hop)) return client;
    end = start;
  }
  return client;
}

/** Parses the address of a hop: some proxies add a port, and brackets around an IPv6 address. */
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
 * Detects callers on this machine. A request that an unknown local proxy forwards also comes from this machine; its
 * forwarding headers reveal it, so it does not count as local.
 *
 * @param options.trustedProxies proxies whose X-Forwarded-For is trusted
 * @param options.showsMetrics false if no caller counts as local, because another port shows the metrics
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
