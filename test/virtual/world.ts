import {
  createWorld,
  type SimulatedWorld,
  type WorldOptions,
} from '../../packages/exchange-simulator/test/simulated-world.ts';
import type { ConnectorOptions } from '../../src/ingest/live/connector.ts';
import { seededRng } from '../../src/kernel/rng.ts';
import { openLoopback } from './loopback.ts';
import type { VirtualTime } from './time.ts';

/** A simulated exchange in a virtual time, in the process of its client. */
export interface VirtualWorld extends SimulatedWorld {
  /** Options of a connector that reads the exchange. */
  way: Required<Pick<ConnectorOptions, 'transport' | 'dial' | 'timers' | 'rng'>>;
}

/** Tick of the exchange's time, milliseconds. */
export const turnMs = 10;

/** @param note records the traffic between the two, in order, with times */
export function openVirtualWorld(
  time: VirtualTime,
  options: WorldOptions,
  note: (what: string) => void = () => undefined,
): VirtualWorld {
  const { weightPerMinute, feed, ...world } = createWorld(options);
  const line = openLoopback({ ...world, weightPerMinute, feed, timers: time, note });
  const { transport, dial } = line;
  const { below } = seededRng(`${options.seed}/connector`);
  const rng = { bytes: (count: number) => Uint8Array.from({ length: count }, () => below(256)) };
  return {
    ...world,
    feed: line.feed,
    use: line.use,
    url: 'http://exchange.test',
    wsUrl: 'ws://exchange.test/ws',
    way: { transport, dial, timers: time, rng },
    run: (speed) => time.every(turnMs, () => world.advance(turnMs * speed)),
    close: async () => line.close(),
  };
}
