/** An exchange and its client in one process and one virtual time; replaces HTTP and WebSockets between them. */
import { EventEmitter } from 'node:events';
import { WebSocket } from 'ws';
import type { FaultPlan } from '../../packages/exchange-simulator/src/faults/fault-plan.ts';
import type { ServedSocket } from '../../packages/exchange-simulator/src/feed/feed-connection.ts';
import {
  type FeedOptions,
  type FeedServer,
  serveFeed,
} from '../../packages/exchange-simulator/src/feed/serve-feed.ts';
import type { ExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import {
  createInfoDesk,
  type InfoUse,
  requestType,
} from '../../packages/exchange-simulator/src/rest/info-desk.ts';
import { faulty } from '../../packages/exchange-simulator/src/server.ts';
import type { Dial, DialledSocket } from '../../src/ingest/sources/hyperliquid/feed-socket.ts';
import type { InfoTransport } from '../../src/ingest/sources/hyperliquid/info-transport.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import type { Timers } from '../../src/kernel/timers.ts';

export interface LoopbackOptions {
  record: ExchangeRecord;
  clock: Clock;
  faults: FaultPlan;
  weightPerMinute: number;
  feed?: Omit<FeedOptions, 'record' | 'faults' | 'info' | 'timers'> | undefined;
  timers: Timers;
  /** Takes what goes over the line, in order. */
  note(what: string): void;
}

export interface Loopback {
  transport: InfoTransport;
  dial: Dial;
  feed: FeedServer;
  use(): InfoUse;
  close(): void;
}

const address = '127.0.0.1';
/** One-way latency. */
const latencyMs = 1;

export function openLoopback(options: LoopbackOptions): Loopback {
  const { record, clock, faults, weightPerMinute, timers, note } = options;
  const desk = createInfoDesk({ record, clock, weightPerMinute, skewMs: faults.skewMs });
  const info = (request: unknown) => desk.answer(request, address);
  const feed = serveFeed({ ...options.feed, record, faults, info, timers });
  return {
    transport: {
      async send(body) {
        note(`ask ${body}`);
        await timers.pause(latencyMs);
        const request: unknown = JSON.parse(body);
        const answer = info(request);
        const fault = faults.onRequest(requestType(request));
        await timers.pause(latencyMs + (fault?.delayMs ?? 0));
        note(`answer ${body} ${answer.status} ${JSON.stringify(fault)} ${answer.body}`);
        if (fault?.drop === true) return { failure: 'socket hang up' };
        return fault === undefined ? answer : faulty(answer, fault);
      },
      close: async () => undefined,
    },
    dial() {
      const { client, server } = openPair(timers, note);
      timers.after(latencyMs, () => {
        if (client.readyState !== WebSocket.CONNECTING) return;
        const refusal = feed.connect(address, (take) => {
          for (const end of [client, server]) end.readyState = WebSocket.OPEN;
          take(server);
        });
        if (refusal === undefined) client.emit('open');
        else client.fail(new Error(`Unexpected server response: ${refusal.status}`));
      });
      return client;
    },
    feed,
    use: () => desk.use(),
    close: () => feed.close(),
  };
}

/** One end of a connection. */
type End = DialledSocket &
  ServedSocket & {
    readyState: WebSocket['readyState'];
    emit(event: string, ...values: unknown[]): void;
    fail(error: Error): void;
    /** The other side is gone. */
    gone(): void;
  };

function openPair(timers: Timers, note: (what: string) => void): { client: End; server: End } {
  const client = openEnd(() => server, { timers, note: (text) => note(`say ${text}`) });
  const server: End = openEnd(() => client, { timers, note: (text) => note(`push ${text}`) });
  return { client, server };
}

function openEnd(other: () => End, { timers, note }: { timers: Timers; note: (text: string) => void }): End {
  const emitter = new EventEmitter();
  const end: End = {
    readyState: WebSocket.CONNECTING,
    bufferedAmount: 0,
    on: (event: string, listener: (...values: never[]) => void) =>
      emitter.on(event, listener as (...values: unknown[]) => void),
    emit: (event, ...values) => void emitter.emit(event, ...values),
    send(text: unknown) {
      if (end.readyState !== WebSocket.OPEN) return;
      timers.after(latencyMs, () => {
        if (other().readyState !== WebSocket.OPEN) return;
        note(String(text));
        other().emit('message', text, false);
      });
    },
    terminate() {
      if (end.readyState === WebSocket.CLOSED) return;
      end.gone();
      // Earlier messages arrive before the end.
      timers.after(latencyMs, () => other().gone());
    },
    fail(error) {
      end.emit('error', error);
      end.gone();
    },
    gone() {
      if (end.readyState === WebSocket.CLOSED) return;
      end.readyState = WebSocket.CLOSED;
      timers.after(0, () => end.emit('close', 1006, ''));
    },
  };
  return end;
}
