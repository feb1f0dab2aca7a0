import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { monotonicMs } from '../../../kernel/clock.ts';
import { createLog } from '../../../kernel/log.ts';
import type { FeedSubscription } from '../../../wire/subscription.ts';
import { type DataFrame, type Feed, type FeedHole, type FeedOptions, openFeed } from './feed.ts';
import { createWeightBudget } from './weight-budget.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Request {
  method: string;
  subscription: FeedSubscription;
}

/** A WebSocket server that acknowledges, answers pings, and records its messages. */
async function startExchange(behave: (socket: WebSocket, request: Request) => boolean = () => true) {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server = new WebSocketServer({ server: http });
  const requests: { atMs: number; connection: number; request: Request }[] = [];
  let connections = 0;
  server.on('connection', (socket) => {
    const connection = ++connections;
    socket.on('message', (data) => {
      const request = JSON.parse(String(data)) as Request;
      requests.push({ atMs: monotonicMs(), connection, request });
      if (!behave(socket, request)) return;
      if (request.method === 'ping') return socket.send('{"channel":"pong"}');
      // Some servers add fields to their acknowledgements.
      const data_ = {
        ...request,
        subscription: { ...request.subscription, nSigFigs: null, aggregateByTime: false },
      };
      socket.send(JSON.stringify({ channel: 'subscriptionResponse', data: data_ }));
    });
  });
  closers.push(async () => {
    for (const socket of server.clients) socket.terminate();
    http.close();
    await once(http, 'close');
  });
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    drop() {
      for (const socket of server.clients) socket.terminate();
    },
    /** Says goodbye, and never reads the answer to it. */
    closeHalf() {
      for (const socket of server.clients) {
        socket.pause();
        socket.close(1001, 'going away');
      }
    },
    say(message: unknown) {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      for (const socket of server.clients) socket.send(text);
    },
    asked: (method: string) => requests.filter(({ request }) => request.method === method),
  };
}

/** A feed whose reports are recorded, and a way to wait for them. */
function listen(url: string, options: Partial<FeedOptions> = {}) {
  const frames: DataFrame[] = [];
  const faults: string[] = [];
  const holes: FeedHole[] = [];
  const feed: Feed = openFeed({
    url,
    log: createLog({ level: 'silent' }),
    pingMs: 20,
    silenceMs: 5_000,
    reconnectMs: 5,
    events: {
      onFrame: (frame) => frames.push(frame),
      onFault: ({ fault }) => faults.push(fault),
      onHole: (hole) => holes.push(hole),
    },
    ...options,
  });
  closers.push(() => feed.close());
  return { feed, frames, faults, holes };
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const startMs = monotonicMs();
  while (!isSo()) {
    if (monotonicMs() - startMs > 60_000) assert.fail(`not within a minute: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const trades = (coin: string): FeedSubscription => ({ type: 'trades', coin });
const running = (feed: Feed, count: number) => () => {
  const { connected, subscriptions, unacknowledged } = feed.state();
  return connected && subscriptions === count && unacknowledged === 0;
};
const mids = { channel: 'allMids', data: { mids: { BTC: '1.5' } } };

test('frames arrive, a broken one is reported with its reason, and the stream goes on', async () => {
  const exchange = await startExchange();
  const { feed, frames, faults, holes } = listen(exchange.url);
  feed.subscribe(trades('BTC'));
  feed.subscribe(trades('BTC'));
  await until('running', running(feed, 1));
  for (const message of [
    '{"channel":',
    { channel: 'trades', data: 5 },
    { channel: 'error', data: 'Invalid' },
    mids,
  ]) {
    exchange.say(message);
  }
  await until('the last frame', () => frames.length > 0);
  assert.deepEqual(frames, [{ ...mids, rejected: [] }]);
  assert.equal(faults.length, 2);
  assert.match(faults[0]!, /^frame is no JSON/);
  assert.match(faults[1]!, /^list of trade is 5, should be an array/);
  assert.equal(exchange.asked('subscribe').length, 1, 'twice is once');
  assert.deepEqual(holes, [], 'nothing was missed at the first start');
});

test('after a lost connection every subscription runs again, and what each missed is reported once', async () => {
  const exchange = await startExchange();
  const { feed, holes } = listen(exchange.url);
  const wanted = ['BTC', 'ETH', 'SOL'].map(trades);
  for (const subscription of wanted) feed.subscribe(subscription);
  await until('running', running(feed, 3));
  feed.unsubscribe(trades('SOL'));
  await until('the end of one', () => exchange.asked('unsubscribe').length === 1);
  for (let round = 1; round <= 3; round++) {
    exchange.drop();
    await until('both again', () => holes.length === 2 * round);
  }
  assert.deepEqual(
    holes.map(({ subscription }) => subscription),
    [1, 2, 3].flatMap(() => wanted.slice(0, 2)),
  );
  assert.ok(holes.every(({ fromMs, toMs }) => fromMs <= toMs && fromMs > Date.UTC(2024, 0)));
  assert.equal(feed.state().disconnects, 3);
});

test('a connection on which nothing comes is given up, although TCP holds it', async () => {
  let silent = true;
  const exchange = await startExchange(() => !silent);
  const { feed } = listen(exchange.url, { pingMs: 10, silenceMs: 60 });
  feed.subscribe(trades('BTC'));
  await until('given up', () => feed.state().disconnects > 0);
  silent = false;
  await until('running', running(feed, 1));
  await until('pinged', () => exchange.asked('ping').length > 0);
});

test('a connection that the exchange only says it closes is reported as ending at once, with its reason, and is opened again', async () => {
  const exchange = await startExchange();
  const { feed } = listen(exchange.url);
  await until('connected', () => feed.state().connected);
  assert.equal(feed.state().awayMs, 0);
  exchange.closeHalf();
  const reasons = new Set<string | undefined>();
  await until('connected again', () => {
    const { connected, disconnects, lossReason } = feed.state();
    if (!connected) reasons.add(lossReason);
    return connected && disconnects === 1;
  });
  const said = new Set(['the exchange is closing it', 'the exchange closed it (1001 going away)']);
  assert.deepEqual(
    [...reasons].filter((reason) => reason === undefined || !said.has(reason)),
    [],
  );
});

test('a subscription whose request was lost is asked for again', async () => {
  let lost = 0;
  const exchange = await startExchange((_, { method }) => method !== 'subscribe' || lost++ > 0);
  const { feed } = listen(exchange.url, { pingMs: 10, silenceMs: 120_000 });
  feed.subscribe(trades('BTC'));
  await until('the first request', () => lost === 1);
  exchange.drop();
  await until('running', running(feed, 1));
  assert.equal(exchange.asked('subscribe').length, 2);
});

test('an exchange that is not there is asked less and less often, until it is', async () => {
  const gone = await startExchange();
  await closers.pop()!();
  const { feed } = listen(gone.url, { reconnectMs: 20 });
  const startMs = monotonicMs();
  await until('five attempts', () => feed.state().disconnects === 5);
  // 20, 40, 80 and 160 ms, each halved at most.
  assert.ok(monotonicMs() - startMs >= 150);
  assert.equal(feed.state().connected, false);
  assert.ok(feed.state().awayMs >= 150, 'since the first of them');
});

test('the limits of the exchange are kept: wallets, subscriptions, messages', async () => {
  const exchange = await startExchange();
  const [limit, windowMs] = [20, 300];
  const startMs = monotonicMs();
  const { feed } = listen(exchange.url, {
    pingMs: 60_000,
    messages: createWeightBudget({ limit, windowMs }),
  });
  const wallet = (n: number) => `0x${n.toString(16).padStart(40, 'A')}`;
  for (let n = 0; n < 10; n++) feed.subscribe({ type: 'userFills', user: wallet(n) });
  feed.subscribe({ type: 'userEvents', user: wallet(3).toLowerCase() });
  assert.throws(
    () => feed.subscribe({ type: 'userFills', user: wallet(10) }),
    /allows subscriptions of 10 wallets/,
  );
  feed.unsubscribe({ type: 'userFills', user: wallet(0) });
  feed.subscribe({ type: 'userFills', user: wallet(10) });
  for (let n = 0; n < 60; n++) feed.subscribe(trades(`C${n}`));
  await until('running', running(feed, 71));
  // However late a message arrives: it was not sent before the window of the one that many before it was over.
  for (const [i, { atMs }] of exchange.requests.entries()) {
    const sinceMs = atMs - startMs;
    assert.ok(sinceMs >= Math.floor(i / limit) * windowMs, `message ${i} after ${sinceMs} ms`);
  }
  for (let n = 60; n < 989; n++) feed.subscribe(trades(`C${n}`));
  assert.throws(() => feed.subscribe(trades('one more')), /allows 1000 subscriptions/);
});

test('a subscription that the exchange does not know is refused, and one that it says runs already runs', async () => {
  const exchange = await startExchange((socket, { method, subscription }) => {
    if (method !== 'subscribe' || !('coin' in subscription) || subscription.coin === 'BTC') return true;
    const verdict = subscription.coin === 'GONE' ? 'Invalid subscription' : 'Already subscribed:';
    socket.send(JSON.stringify({ channel: 'error', data: `${verdict} ${JSON.stringify(subscription)}` }));
    return false;
  });
  const { feed } = listen(exchange.url);
  for (const coin of ['BTC', 'GONE', 'ETH']) feed.subscribe(trades(coin));
  await until('answered', () => feed.state().unacknowledged === 0);
  assert.equal(feed.state().refused, 1);
});

test('an exchange that cannot be reached is dialled within the bound of a window', async () => {
  const limit = 5;
  const dials = createWeightBudget({ limit, windowMs: 60_000 });
  // Port 9 of this machine: nothing listens there.
  const { feed } = listen('ws://127.0.0.1:9', { dials });
  await until('all dials', () => feed.state().disconnects === limit);
  await new Promise((resolve) => setTimeout(resolve, 200)); // waits: for what must not happen
  assert.equal(feed.state().disconnects, limit);
});
