import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, RequestGone, refused } from '../kernel/problem.ts';
import { addressScopes, scopeFactors } from './address-scope.ts';

export interface RequestBodiesOptions {
  /** Bodies being read, over all clients. */
  maxBodies: number;
  /** Bodies being read from one address; its /56 may have four times as many, its /48 sixteen times. */
  maxBodiesPerAddress: number;
  clientAddress: (req: IncomingMessage) => string;
}

interface Body {
  scopes: readonly string[];
  /** Fails the read. The route answers with the problem and closes the connection. */
  fail: (problem: Error) => void;
}

/**
 * Reads request bodies, with a bound of their own: a request counts as in flight only once its body is complete.
 * A body normally arrives within moments. Above the bound the oldest read fails, so that no new request is refused.
 */
export function createRequestBodies(options: RequestBodiesOptions) {
  const { maxBodies, maxBodiesPerAddress, clientAddress } = options;
  /** Oldest first; at most one per connection. */
  const underWay = new Map<Socket, Body>();
  /** The same bodies by address and by network. */
  const byScope = new Map<string, Set<Body>>();
  /** Connections that failed before their route read the body. */
  const failed = new WeakMap<Socket, Problem>();

  function add(socket: Socket, body: Body): void {
    body.scopes.forEach((scope, i) => {
      const bodies = byScope.get(scope) ?? new Set();
      if (bodies.size >= maxBodiesPerAddress * scopeFactors[i]!) oldest(bodies).fail(requestTimeout());
      byScope.set(scope, bodies.add(body));
    });
    if (underWay.size >= maxBodies) oldest(underWay).fail(requestTimeout());
    underWay.set(socket, body);
  }

  function remove(socket: Socket, body: Body): void {
    if (underWay.get(socket) === body) underWay.delete(socket);
    for (const scope of body.scopes) {
      const bodies = byScope.get(scope);
      bodies?.delete(body);
      if (bodies?.size === 0) byScope.delete(scope);
    }
  }

  return {
    /**
     * Reads the whole body of a request.
     * @param what its name in the refusal: `An event`
     * @throws Problem 413; 408 if it is late or makes room, 400 if it is malformed HTTP;
     *   RequestGone if the sender leaves before its end
     */
    read(req: IncomingMessage, limitBytes: number, what: string): Promise<Buffer> {
      const { socket } = req;
      return new Promise<Buffer>((resolve, reject) => {
        const refusal = refusalOf(req, limitBytes, what) ?? failed.get(socket);
        if (refusal !== undefined) return reject(refusal);
        const chunks: Buffer[] = [];
        let bytes = 0;
        const end = () => {
          remove(socket, body);
          req.off('data', take);
        };
        const fail = (problem: Error) => {
          end();
          reject(problem);
        };
        const body: Body = { scopes: addressScopes(clientAddress(req)), fail };
        function take(chunk: Buffer): void {
          bytes += chunk.length;
          if (bytes <= limitBytes) return void chunks.push(chunk);
          req.pause();
          fail(tooLarge(limitBytes, what));
        }
        add(socket, body);
        req.on('data', take);
        req.once('end', () => {
          end();
          resolve(Buffer.concat(chunks));
        });
        req.once('close', () => fail(new RequestGone()));
      });
    },
    /**
     * Fails the body being read from a connection; its route answers with the problem.
     * @returns false if no route reads one
     */
    fail(socket: Socket, problem: Problem): boolean {
      const body = underWay.get(socket);
      if (body === undefined) failed.set(socket, problem);
      else body.fail(problem);
      return body !== undefined;
    },
    count: () => underWay.size,
  };
}

export type RequestBodies = ReturnType<typeof createRequestBodies>;

function oldest(bodies: { values(): Iterator<Body> }): Body {
  return bodies.values().next().value as Body;
}

function refusalOf(req: IncomingMessage, limitBytes: number, what: string): Error | undefined {
  if (Number(req.headers['content-length'] ?? 0) > limitBytes) return tooLarge(limitBytes, what);
  return req.destroyed ? new RequestGone() : undefined;
}

function tooLarge(limitBytes: number, what: string): Problem {
  return refused(413, 'BODY_TOO_LARGE', `${what} of more than ${limitBytes} bytes is refused.`);
}

export function requestTimeout(): Problem {
  return refused(408, 'REQUEST_TIMEOUT', 'The request did not arrive completely in time.');
}
