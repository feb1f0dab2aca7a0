import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type FeedHole, openFeed } from '../../src/ingest/sources/hyperliquid/feed.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createVirtualTime } from '../virtual/time.ts';
import { openVirtualWorld, turnMs, type VirtualWorld } from '../virtual/world.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const coins = ['BTC', 'ETH', 'SOL', 'HYPE'];
/** Seconds of the exchange in one of the client's. */
const speed = 300;
/** What the exchange does in one turn of the world reaches the client at one moment of its clock. */
const turnSlackMs = turnMs * speed;

interface Trade {
  coin: string;
  time: number;
  tid: number;
}

const keyOf = ({ coin, time, tid }: Trade) => `${coin} ${time} ${tid}`;

interface Seen {
  trades: Set<string>;
  holes: FeedHole[];
  faults: number;
}

/** The connector's feed, in a world that goes wrong as often as it can. */
function listen(world: VirtualWorld): { seen: Seen; feed: ReturnType<typeof openFeed> } {
  const seen: Seen = { trades: new Set(), holes: [], faults: 0 };
  const feed = openFeed({
    url: world.wsUrl,
    ...world.way,
    log: createLog({ level: 'silent' }),
    clock: world.clock,
    pingMs: 20,
    silenceMs: 100,
    reconnectMs: 2,
    events: {
      onFrame(frame) {
        if (frame.channel === 'trades') for (const trade of frame.data) seen.trades.add(keyOf(trade));
      },
      onFault: () => {
        seen.faults += 1;
      },
      onHole: (hole) => seen.holes.push(hole),
    },
  });
  closers.push(() => feed.close());
  for (const coin of coins) feed.subscribe({ type: 'trades', coin });
  for (const coin of coins) feed.subscribe({ type: 'bbo', coin });
  return { seen, feed };
}

for (const seed of ['drops', 'storms']) {
  test(`with every fault of ${seed} on, a trade reaches the connector's feed, or lies in a hole it reported, or in the log as lost`, async () => {
    const time = createVirtualTime();
    const world = openVirtualWorld(time, {
      seed,
      faults: 'heavy',
      fillsPerSecond: 4,
      historyMs: 0,
      feed: { limits: { newConnections: 10_000 } },
    });
    closers.push(world.close);
    const { seen, feed } = listen(world);
    const until = (isSo: () => boolean) =>
      time.run(async () => {
        while (!isSo()) await time.pause(2);
      });
    await until(() => {
      const { unacknowledged, subscriptions } = feed.state();
      return subscriptions === 2 * coins.length && unacknowledged === 0;
    });
    const tradesMade = () =>
      world.truth
        .trades()
        .map(({ market, timeMs: time, tid }) => ({ coin: market.coin, time, tid }))
        .filter(({ coin }) => coins.includes(coin));
    const stop = world.run(speed);
    await until(() => tradesMade().length > 800 && world.faults.log.count('drop') > 2);
    stop();
    const made = tradesMade();
    const isOver = () => feed.state().connected && feed.state().unacknowledged === 0;
    await until(isOver);

    const lost = new Set(
      world.faults.log.records
        .filter(({ about, lost }) => about === 'trades' && lost !== undefined)
        .flatMap(({ lost }) => (JSON.parse(lost!) as { data: Trade[] }).data.map(keyOf)),
    );
    const endMs = world.clock.nowMs();
    const isInHole = ({ coin, time }: Trade) =>
      seen.holes.some(
        ({ subscription, fromMs, toMs }) =>
          'coin' in subscription &&
          subscription.type === 'trades' &&
          subscription.coin === coin &&
          time >= fromMs - turnSlackMs &&
          time <= toMs,
      );
    const unexplained = made.filter(
      (trade) =>
        !seen.trades.has(keyOf(trade)) &&
        !lost.has(keyOf(trade)) &&
        !isInHole(trade) &&
        // On the way when the world stopped.
        trade.time < endMs - turnSlackMs,
    );
    assert.deepEqual(unexplained, [], `seed ${seed}`);
    const arrived = made.filter((trade) => seen.trades.has(keyOf(trade))).length;
    assert.ok(arrived > made.length / 4, `${arrived} of ${made.length} arrived under seed ${seed}`);
    assert.ok(lost.size > 0 && seen.holes.length > 0 && seen.faults > 0, `seed ${seed}`);
  });
}
