/** A record that was saved and resumed elsewhere, compared with one that was never interrupted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { dayMs, hourMs, minuteMs } from '../../../src/kernel/clock.ts';
import { seededRng } from '../../../src/kernel/rng.ts';
import { campaignSeed, sized } from '../../../test/size.ts';
import {
  createExchangeRecord,
  type ExchangeRecord,
  type RecordOptions,
} from '../src/record/exchange-record.ts';

const startMs = Date.UTC(2026, 4, 1, 21);
const endMs = startMs + 3 * dayMs;
/**
 * Days pass by the hour, so that everything happens: settlements, a delisting, dust, liquidations, and rows that are dropped and reused.
 */
function options(seed: string): RecordOptions {
  const liveFromMs = startMs + 2 * dayMs;
  return {
    seed,
    startMs,
    wallets: 60,
    coins: 10,
    fillsPerSecond: 0.15,
    tickMs: 10 * minuteMs,
    paces: [
      {
        fillsPerSecond: 2,
        tickMs: 20_000,
        holds: (timeMs) => timeMs >= liveFromMs && timeMs < liveFromMs + hourMs,
      },
    ],
    keepDays: 1,
    fillsPerWallet: 300,
    hourlyFundingDays: 1,
  };
}

/** Everything that a record holds from a moment on. */
function listen(record: ExchangeRecord): unknown[] {
  const reported: unknown[] = [];
  const keep = (kind: string) => (event: unknown) => reported.push([kind, plain(event)]);
  record.subscribe({
    block: keep('block'),
    fundingRate: keep('fundingRate'),
    funding: keep('funding'),
    ledger: keep('ledger'),
    market: keep('market'),
    marks: keep('marks'),
  });
  return reported;
}

/** A copy of now, since the objects may change later. */
const plain = (value: unknown) =>
  JSON.stringify(value, (key, part) => (key === 'market' ? (part.coin ?? part) : part));

/** Compared by value, independent of the memory behind it. */
const stateOf = (record: ExchangeRecord) => deserialize(serialize(record.save()));

/** Checks that all kept state was in use; otherwise the comparison would prove little. */
function hasSeenAll({ exchange, ledger, fills }: ExchangeRecord): void {
  assert.ok(
    exchange.markets.some(({ kind, open }) => kind === 'perp' && !open),
    'a coin was delisted',
  );
  assert.ok(
    exchange.markets.some(({ kind, open }) => kind === 'outcome' && !open),
    'an outcome was settled',
  );
  assert.ok(ledger.liquidations().length > 0, 'a wallet was liquidated');
  const sliced = exchange.wallets
    .flatMap((_, wallet) => fills.newest(wallet, 300))
    .filter(({ fill }) => fill.twapId >= 0);
  assert.ok(sliced.length > 0, 'a TWAP ran');
}

for (const seed of sized({ check: ['1'], campaign: ['1', '2', '3'].map((n) => `${campaignSeed}${n}`) })) {
  test(`a record that was saved at any moment goes on as if nothing had happened, seed ${seed}`, () => {
    const whole = createExchangeRecord(options(seed));
    const rng = seededRng(`moments of ${seed}`);
    const moments = Array.from({ length: 4 }, () => startMs + rng.below(endMs - startMs)).sort(
      (a, b) => a - b,
    );
    let saved = createExchangeRecord(options(seed));
    for (const moment of moments) {
      whole.advance(moment);
      saved.advance(moment);
      saved = createExchangeRecord(options(seed), stateOf(saved));
      assert.deepEqual(stateOf(saved), stateOf(whole), `what it knows at ${new Date(moment).toISOString()}`);
    }
    const [expected, reported] = [listen(whole), listen(saved)];
    whole.advance(endMs);
    saved.advance(endMs);
    assert.ok(expected.length > 100);
    assert.deepEqual(reported, expected);
    assert.deepEqual(stateOf(saved), stateOf(whole));
    hasSeenAll(whole);
  });
}
