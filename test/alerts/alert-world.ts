import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestMark } from '../../src/alerts/rule.ts';
import { createSender, type Sender } from '../../src/alerts/sender.ts';
import { createRound } from '../../src/alerts/worker.ts';
import { cohortMembers } from '../../src/boards/trader-cohorts.ts';
import { firstBatchSince } from '../../src/changes/batches.ts';
import type { AlertRule, NewAlert } from '../../src/control/alert-store.ts';
import { openPglite } from '../../src/control/pglite.ts';
import type { ControlStore } from '../../src/control/store.ts';
import type { Tier } from '../../src/domain/tier.ts';
import { createStreamHub, type StreamHub } from '../../src/streams/hub.ts';
import { seedControl } from '../data-template.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import type { FillDraft } from '../source-fills.ts';
import { until } from '../until.ts';

/** A message as its receiver got it. */
export interface Received {
  id: string;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  body: any;
  /** Unix milliseconds of the world's clock. */
  atMs: number;
}

/** Answer of a receiver: a status with headers; `down` means no answer. */
export type Answer = { status: number; headers?: Record<string, string> } | 'down';

export type Round = ReturnType<typeof createRound>;

/** Alerts over real stores and a real receiver, with a clock of their own. */
export interface AlertWorld {
  readonly engine: EndpointHarness;
  readonly control: ControlStore;
  readonly hub: StreamHub;
  readonly got: Received[];
  readonly url: string;
  /** Reported errors. */
  readonly faults: unknown[];
  nowMs: number;
  answer(received: Received): Answer;
  /** Stores fills as a batch. */
  add(fills: readonly FillDraft[]): Promise<void>;
  /** Creates a rule of a Pro account, for events stored from now on. */
  rule(given?: Partial<NewAlert> & { tier?: Tier }): Promise<AlertRule & { secret: string }>;
  /** A process with the alerts, at its present progress; a test that leaves it without `end` has killed it. */
  round(send?: Sender): Round;
  /** Polls and delivers until the rule has reached the end of the log and all due deliveries were tried. */
  settle(round: Round, rule: string): Promise<void>;
  close(): Promise<void>;
}

/** @param own a control store of the caller, with its clock; default: the world's own */
export async function openAlertWorld(
  startMs: number,
  given: readonly FillDraft[],
  own?: (engine: EndpointHarness) => Promise<ControlStore>,
): Promise<AlertWorld> {
  const opened = new AsyncDisposableStack();
  const engine = await openEndpointHarness({ given: { fills: [...given] }, nowMs: startMs });
  opened.defer(() => engine.close());
  let nowMs = startMs;
  const clock = { nowMs: () => nowMs };
  const control = own === undefined ? await ownControl() : await own(engine);
  async function ownControl(): Promise<ControlStore> {
    const root = mkdtempSync(join(tmpdir(), 'tidemark-alerts-'));
    opened.defer(() => rmSync(root, { recursive: true, force: true }));
    const made = await openPglite({ dir: seedControl(join(root, 'control')), clock });
    opened.defer(() => made.close());
    await made.migrate();
    return made;
  }
  const faults: unknown[] = [];
  const onError = (error: unknown) => void faults.push(error);
  const hub = createStreamHub({
    feed: engine.feed,
    store: engine.store,
    clock,
    onError,
    cohorts: (...params) => cohortMembers(engine.sources.boards, ...params),
    lists: control.lists.listSince,
  });
  opened.defer(() => hub.close());
  const got: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const received = { id: headers['webhook-id']!, headers, text, body: JSON.parse(text), atMs: nowMs };
      const answer = world.answer(received);
      if (answer === 'down') return void request.socket.destroy();
      got.push(received);
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const ending = new AbortController();
  opened.defer(() => ending.abort());
  let rules = 0;
  await engine.feed.lookAtFills();

  const world: AlertWorld = {
    engine,
    control,
    hub,
    got,
    faults,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    get nowMs() {
      return nowMs;
    },
    set nowMs(value) {
      nowMs = value;
    },
    answer: () => ({ status: 204 }),
    async add(fills) {
      await engine.add([...fills]);
      await engine.feed.lookAtFills();
    },
    async rule({ tier = 'pro', ...more } = {}) {
      rules += 1;
      const accountName = `desk ${rules}`;
      await control.createAccount(accountName);
      await control.grantTier({ accountName, tier });
      return control.alerts.createAlert({
        accountName,
        name: `alert ${rules}`,
        url: world.url,
        format: 'json',
        coolDownMs: 0,
        subscription: { type: 'trades' },
        from: await newestMark(engine.store),
        mostOf: () => 10,
        ...more,
      });
    },
    round: (send = createSender({ policy: { allowsPrivate: true } })) =>
      createRound(
        {
          control,
          hub,
          clock,
          send,
          onError,
          holder: 'test',
          rng: { bytes: (count) => new Uint8Array(count) },
          batchSince: (timeMs) => firstBatchSince(engine.store, timeMs),
          quietMs: 0,
          rulesOf: () => 10,
          onOff: () => undefined,
        },
        ending.signal,
      ),
    async settle(round, rule) {
      await until('the alert is where the log is', async () => {
        await round.look();
        const { place, state } = await control.alerts.findAlert(rule);
        return state !== 'active' || place === hub.newest();
      });
      await round.deliver();
    },
    close: () => opened.disposeAsync(),
  };
  return world;
}
