import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../clients/typescript/src/index.ts';

/** Answers a request; the last step of a script answers all further requests. */
export type Step = (request: IncomingMessage, response: ServerResponse) => void;

/** A service that does as a test says. */
export interface ScriptedServer {
  readonly url: string;
  /** Received requests, in order. */
  readonly requests: { url: string; headers: IncomingMessage['headers'] }[];
  /** Starts another script. */
  play(...steps: Step[]): void;
  close(): Promise<void>;
}

export async function startScripted(): Promise<ScriptedServer> {
  let left: Step[] = [];
  const requests: ScriptedServer['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url!, headers: request.headers });
    (left.length > 1 ? left.shift()! : left[0]!)(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play(...steps) {
      left = steps;
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A body as the service sends it. */
export function json(body: unknown, headers: Record<string, string> = {}, status = 200): Step {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(JSON.stringify(body));
  };
}

/** An error in the shape of most of them. */
export function problem(status: number, headers: Record<string, string> = {}, more: object = {}): Step {
  return json(
    { status, code: `CODE_${status}`, detail: `what happened with ${status}`, ...more },
    headers,
    status,
  );
}

/** Time that passes only by waiting, and chance that is always the same. */
export interface ToyClock extends Clock {
  /** Requested delays, milliseconds. */
  readonly waits: number[];
}

export function toyClock(nowMs: number, random = 0.5): ToyClock {
  const waits: number[] = [];
  let passedMs = 0;
  return {
    waits,
    nowMs: () => nowMs + passedMs,
    random: () => random,
    wait(durationMs) {
      waits.push(durationMs);
      passedMs += durationMs;
      return Promise.resolve();
    },
  };
}
