import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sized } from '../../../test/size.ts';
import { dexes } from '../src/market.ts';
import { wireAccount } from '../src/payloads/account.ts';
import { exact, kindOf, product, signedSize } from './record.ts';
import { type SimulatedDay, simulateDay } from './simulated-day.ts';
import { add, ledgerSums, sumByWallet } from './wallet-sums.ts';

const micro = 10n ** 6n;

/** A day shared by several tests; none of them changes it. */
let day: SimulatedDay | undefined;
const sameDay = () => (day ??= simulateDay('a'));

test('the ledger of every wallet equals the sums of its records', () => {
  for (const seed of sized({ check: ['a'], campaign: ['a', 'b', 'c'] })) {
    const { exchange, blocks } = seed === 'a' ? sameDay() : simulateDay(seed);
    const sums = sumByWallet(blocks, (coin) => exchange.market(coin)!.quote);
    assert.ok(sums.size > 200);
    for (const [address, sum] of sums) {
      const truth = exchange.truth(exchange.walletIndex(address)!);
      assert.equal(truth.fills, sum.fills);
      const { closedPnl, fees, builderFees } = sum;
      assert.deepEqual(ledgerSums(truth), { closedPnl, fees, builderFees }, address);
      assert.equal(truth.liquidationFills, sum.liquidationFills);
      assert.equal(BigInt(truth.liquidatedNotional) * micro, sum.liquidatedNotional);
    }
  }
});

test('positions, cash and account value equal deposits, records and funding added up', () => {
  const { exchange, blocks, payments, updates } = sameDay();
  const sums = sumByWallet(blocks, (coin) => exchange.market(coin)!.quote);
  // A backstop or an uncovered loss moves money between wallet and liquidator without a record.
  const apart = new Set(updates.flatMap((update) => (update.type === 'liquidation' ? [update.wallet] : [])));
  let compared = 0;
  for (const [address, sum] of sums) {
    const wallet = exchange.walletIndex(address)!;
    const { character } = exchange.wallets[wallet]!;
    const positions = new Map<string, bigint>();
    for (const [dex, { name }] of dexes.entries()) {
      const account = exchange.account(wallet, dex);
      for (const { market, szi } of account.positions) {
        positions.set(market.coin, BigInt(szi) * 10n ** BigInt(12 - market.szDecimals));
      }
      if (apart.has(wallet) || character === 'system') continue;
      const cash = new Map([['', (sum.cash.get(name) ?? 0n) / micro]]);
      for (const payment of payments) {
        if (payment.wallet === wallet && payment.market.dex === dex) add(cash, '', BigInt(payment.received));
      }
      for (const update of updates) add(cash, '', depositOf(update, wallet, dex));
      assert.equal(BigInt(account.marginSummary.totalRawUsd), cash.get('') ?? 0n, `${address} on ${name}`);
      compared += 1;
    }
    assert.deepEqual([...positions].sort(), [...sum.positions].sort(), address);
  }
  assert.ok(compared > 300, `only ${compared} accounts`);
});

test('what all wallets have on a dex is what they brought and what records and funding moved, whatever was liquidated', () => {
  let takeovers = 0;
  for (const seed of ['4', '7', '9']) {
    const { exchange, payments, updates, blocks } = simulateDay(seed);
    const fills = blocks.flatMap(({ events }) => events);
    takeovers += fills.filter(([, { dir }]) => dir.startsWith('Liquidated Cross')).length;
    const sums = [...sumByWallet(blocks, (coin) => exchange.market(coin)!.quote).values()];
    for (const [dex, { name }] of dexes.entries()) {
      let [moved, held] = [sums.reduce((total, { cash }) => total + (cash.get(name) ?? 0n), 0n) / micro, 0n];
      for (const { market, received } of payments) if (market.dex === dex) moved += BigInt(received);
      for (const wallet of exchange.wallets.keys()) {
        held += BigInt(exchange.account(wallet, dex).marginSummary.totalRawUsd);
        for (const update of updates) moved += depositOf(update, wallet, dex);
      }
      assert.equal(held, moved, `on ${name} under seed ${seed}`);
    }
  }
  assert.ok(takeovers > 4);
});

test('an account shows what its positions paid for funding, ever and since they were opened', () => {
  const { exchange, blocks, payments } = sameDay();
  const [ever, sinceOpen] = [new Map<string, bigint>(), new Map<string, bigint>()];
  let next = 0;
  const followFills = (untilMs: number) => {
    for (; next < blocks.length && blocks[next]!.timeMs! < untilMs; next++) {
      for (const [address, fill] of blocks[next]!.events) {
        const [start, end] = [exact(fill.startPosition), exact(fill.startPosition) + signedSize(fill)];
        if (start === 0n || start > 0n !== end > 0n) sinceOpen.delete(`${address} ${fill.coin}`);
      }
    }
  };
  for (const { timeMs, wallet, market, received } of payments) {
    followFills(timeMs);
    const key = `${exchange.wallets[wallet]!.address} ${market.coin}`;
    for (const paid of [ever, sinceOpen]) add(paid, key, -BigInt(received) * micro);
  }
  followFills(Number.POSITIVE_INFINITY);
  let compared = 0;
  for (const [wallet, { address }] of exchange.wallets.entries()) {
    for (const dex of dexes.keys()) {
      for (const { position } of wireAccount(exchange.account(wallet, dex)).assetPositions) {
        const key = `${address} ${position.coin}`;
        const reported = position.cumFunding;
        assert.equal(exact(reported.allTime), ever.get(key) ?? 0n, key);
        assert.equal(exact(reported.sinceOpen), sinceOpen.get(key) ?? 0n, key);
        if (reported.allTime !== reported.sinceOpen) compared += 1;
      }
    }
  }
  assert.ok(compared > 30, `only ${compared} positions were opened again`);
});

test('spot balances and spot cash equal deposits and records added up', () => {
  const { exchange, blocks, updates } = sameDay();
  const [cash, held] = [new Map<string, bigint>(), new Map<string, bigint>()];
  for (const update of updates) {
    const isOfVault = update.type === 'accountClassTransfer' && !update.toPerp;
    if (update.type !== 'spotDeposit' && !isOfVault) continue;
    add(cash, exchange.wallets[update.wallet]!.address, BigInt(update.amount) * micro);
  }
  for (const [address, fill] of blocks.flatMap(({ events }) => events)) {
    if (kindOf(fill.coin) === 'perp') continue;
    const feeInBase = fill.feeToken !== 'USDC';
    add(held, `${address} ${fill.coin}`, signedSize(fill) - (feeInBase ? exact(fill.fee) : 0n));
    add(cash, address, -product(exact(fill.px), signedSize(fill)) - (feeInBase ? 0n : exact(fill.fee)));
  }
  let compared = 0;
  for (const [wallet, { address, character }] of exchange.wallets.entries()) {
    // The exchange's own and its makers begin with stock.
    if (character === 'system' || character === 'maker') continue;
    // Cut to the 10^-8 that cash has; a conversion of dust is of smaller parts.
    const [reported, summed] = [BigInt(exchange.spotCash(wallet)), (cash.get(address) ?? 0n) / 10n ** 4n];
    assert.ok(
      reported - summed <= 2n && summed - reported <= 2n,
      `${address} has ${reported}, not ${summed}`,
    );
    const balances = exchange.balances(wallet);
    for (const { market, size, decimals } of balances) {
      const sumOfCoin = held.get(`${address} ${market.coin}`) ?? 0n;
      assert.equal(BigInt(size) * 10n ** BigInt(12 - decimals), sumOfCoin, `${address} ${market.coin}`);
      compared += 1;
    }
    const coins = [...held.keys()].filter((key) => key.startsWith(address));
    assert.equal(coins.length, balances.length);
  }
  assert.ok(compared > 100, `only ${compared} balances`);
});

test('funding is paid on the position that the records give, long against short', () => {
  const { exchange, blocks, payments } = sameDay();
  const positions = new Map<string, bigint>();
  const wallets = new Map<number, string>();
  let next = 0;
  for (const [index, { address }] of exchange.wallets.entries()) wallets.set(index, address);
  for (const payment of payments) {
    for (; next < blocks.length && blocks[next]!.timeMs! < payment.timeMs; next++) {
      for (const [address, fill] of blocks[next]!.events) {
        const size = BigInt(Math.round(Number(fill.sz) * 1e8)) * (fill.side === 'B' ? 1n : -1n);
        add(positions, `${address} ${fill.coin}`, size);
      }
    }
    const { wallet, market, szi, rate, received } = payment;
    const held = positions.get(`${wallets.get(wallet)} ${market.coin}`) ?? 0n;
    assert.equal(held, BigInt(szi) * 10n ** BigInt(8 - market.szDecimals), market.coin);
    if (received !== 0) assert.equal(received > 0, szi > 0 !== rate > 0);
  }
  assert.ok(payments.length > 2_000);
});

function depositOf(
  update: ReturnType<typeof simulateDay>['updates'][0],
  wallet: number,
  dex: number,
): bigint {
  const isOwn = update.wallet === wallet;
  if (update.type === 'deposit' && update.dex === dex && isOwn) return BigInt(update.amount);
  if (update.type === 'send' && isOwn) {
    if (update.dex === dex) return BigInt(update.amount);
    return dex === 0 ? -BigInt(update.amount) : 0n;
  }
  if (dex !== 0) return 0n;
  if (update.type === 'accountClassTransfer' && isOwn)
    return update.toPerp ? BigInt(update.amount) : -BigInt(update.amount);
  if (update.type === 'subAccountTransfer') {
    if (isOwn) return BigInt(update.amount);
    return update.from === wallet ? -BigInt(update.amount) : 0n;
  }
  if (update.type !== 'vaultDeposit') return 0n;
  if (update.vault === wallet) return BigInt(update.amount);
  return isOwn ? -BigInt(update.amount) : 0n;
}
