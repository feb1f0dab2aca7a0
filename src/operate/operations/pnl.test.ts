import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToyCli as run } from '../../../test/cli-harness.ts';
import { openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import type { OperatorStores } from '../operator-stores.ts';
import { listTaxRows, readPnlOfWallet } from './pnl.ts';
import { csvLine, taxLine } from './tax-lines.ts';

const address = walletOf(1);
const at = (time: string) => Date.parse(`2026-03-14T${time}Z`);
const nowMs = at('12:30:00');
const job = { onProgress: () => undefined, signal: new AbortController().signal };

const fills: FillDraft[] = [
  { wallet: address, coin: 'ETH', time: at('09:10:00'), px: '3000', sz: '0.0282', fee: '0.0380' },
  {
    wallet: address,
    coin: 'ETH',
    time: at('09:50:00'),
    px: '3176.815602837',
    sz: '0.0282',
    startPosition: '0.0282',
    side: 'A',
    dir: 'Close Long',
    closedPnl: '4.9862',
    fee: '0.0382',
  },
  {
    wallet: address,
    coin: 'PURR/USDC',
    time: at('10:00:00'),
    px: '0.2',
    sz: '50',
    dir: 'Buy',
    fee: '0.035',
    feeToken: 'PURR',
  },
  {
    wallet: address,
    coin: 'PURR/USDC',
    time: at('10:05:00'),
    px: '0.3',
    sz: '10',
    startPosition: '50',
    side: 'A',
    dir: 'Sell',
    closedPnl: '1',
    fee: '-0.0003',
  },
];

const unread =
  'deposits and transfers of that time were not read (flows-not-read), 2026-03-14T09:10Z to 2026-03-14T12:30Z';

test('a wallet’s profit and its transactions are read from the store, with exact amounts', async () => {
  const funding = [{ wallet: address, coin: 'ETH', time: at('09:00:00.041'), usdc: '-0.2' }];
  const harness = await openEndpointHarness({ given: { fills, funding }, nowMs });
  try {
    await harness.store.command(`
      INSERT INTO ledger_updates (wallet, time, kind, class, token, amount, usd, is_valued, fee_usd) VALUES
        (unhex('${address.slice(2)}'), fromUnixTimestamp64Milli(${at('11:00:00')}, 'UTC'), 'withdraw', 'external', 'USDC', -250, -250, true, 1)`);
    const stores = { fills: async () => ({ analytics: harness.store }) } as unknown as OperatorStores;
    const window = { address, fromMs: at('00:00:00'), toMs: nowMs };
    const { total, points } = await readPnlOfWallet.run(stores, { ...window, interval: 'hour' }, job);
    assert.deepEqual(
      [total.realizedPnl, total.fees, points[0]!.fromMs],
      ['5.9862', '0.0829', at('09:10:00')],
    );
    const rows = await listTaxRows.run(stores, window, job);
    assert.deepEqual(
      rows.map((row) => taxLine('koinly', row)),
      [
        '2026-03-14 09:00:00 UTC,0.2,USDC,,,,,,,realized gain,funding of the day ETH,',
        `2026-03-14 09:10:00 UTC,,,,,,,,,,"NOTICE: ${unread}",`,
        '2026-03-14 09:50:00 UTC,,,4.9862,USDC,,,,,realized gain,closed PnL of the day ETH,',
        '2026-03-14 09:50:00 UTC,0.0762,USDC,,,,,,,margin fee,fees of the day ETH,',
        '2026-03-14 10:00:00 UTC,10,USDC,50,PURR,0.035,PURR,,,,Buy PURR/USDC,',
        '2026-03-14 10:05:00 UTC,10,PURR,3,USDC,,,,,,Sell PURR/USDC,',
        '2026-03-14 10:05:00 UTC,,,0.0003,USDC,,,,,fee refund,rebate PURR/USDC,',
        '2026-03-14 11:00:00 UTC,250,USDC,,,1,USDC,,,,withdraw,',
      ],
    );
    assert.deepEqual(
      rows.map((row) => taxLine('cointracker', row)),
      [
        '03/14/2026 09:00:00,,,0.2,USDC,,,margin loss',
        `03/14/2026 09:10:00,,,,,,,"NOTICE: ${unread}"`,
        '03/14/2026 09:50:00,4.9862,USDC,,,,,margin gain',
        '03/14/2026 09:50:00,,,0.0762,USDC,,,margin fee',
        '03/14/2026 10:00:00,50,PURR,10,USDC,0.035,PURR,',
        '03/14/2026 10:05:00,3,USDC,10,PURR,,,',
        '03/14/2026 10:05:00,0.0003,USDC,,,,,margin rebate',
        '03/14/2026 11:00:00,,,250,USDC,1,USDC,',
      ],
    );
    const unknown = readPnlOfWallet.run(stores, { address: walletOf(9) }, job);
    await assert.rejects(unknown, /has no fills, payments or transfers in the store/);
    const long = readPnlOfWallet.run(
      stores,
      { address, interval: 'hour', fromMs: at('00:00:00') - 40 * 86_400_000, toMs: nowMs },
      job,
    );
    await assert.rejects(long, /at most 31 days/);
  } finally {
    await harness.close();
  }
});

test('a tax file has interest and fees in their own tokens, names a pair by its fees, and says what it lacks', async () => {
  const lender = walletOf(2);
  const spot = { wallet: lender, coin: '@156', px: '150', sz: '2' };
  const own: FillDraft[] = [
    { wallet: lender, coin: 'ETH', time: at('09:10:00'), px: '3000', sz: '1' },
    {
      wallet: lender,
      coin: 'ETH',
      time: at('11:50:00'),
      px: '3100',
      sz: '1',
      startPosition: '1',
      side: 'A',
      dir: 'Close Long',
      closedPnl: '100',
    },
    { ...spot, time: at('10:00:00'), dir: 'Buy', fee: '0.0002', feeToken: 'USOL' },
    { ...spot, time: at('10:05:00'), side: 'A', dir: 'Sell', sz: '1', fee: '0.1', feeToken: 'USDH' },
  ];
  const harness = await openEndpointHarness({ given: { fills: own }, nowMs });
  try {
    const update = (time: string, kind: string, [of, amount, raw]: [string, number, object]) =>
      `(unhex('${lender.slice(2)}'), fromUnixTimestamp64Milli(${at(time)}, 'UTC'), '${kind}', '${of}', 'USDC', ${amount}, ${kind !== 'send'}, '${JSON.stringify({ type: kind, ...raw })}')`;
    const loan = { token: 'USDC', operation: 'withdraw', amount: '1000.0', interestAmount: '0.93372645' };
    const sent = { user: lender, destination: address, token: 'USDC', amount: '50.0', usdcValue: '50.0' };
    await harness.store.command(`
      INSERT INTO ledger_updates (wallet, time, kind, class, token, amount, is_fee_valued, raw) VALUES
        ${update('12:00:00', 'borrowLend', ['own', 1_000, loan])},
        ${update('12:01:00', 'send', ['transfer', -50, { ...sent, fee: '0.02', feeToken: 'HYPE', nativeTokenFee: '0.00002' }])},
        ${update('12:02:00', 'somethingNew', ['unknown', 0, {}])}`);
    const stores = { fills: async () => ({ analytics: harness.store }) } as unknown as OperatorStores;
    const rows = await listTaxRows.run(stores, { address: lender, fromMs: at('00:00:00'), toMs: nowMs }, job);
    const lines = rows.map((row) => taxLine('koinly', row).slice(11));
    const lacks = (line: string) => /INCOMPLETE|NOTICE/.test(line);
    assert.deepEqual(
      lines.filter((line) => !lacks(line)),
      [
        '10:00:00 UTC,300,USDH,2,USOL,0.0002,USOL,,,,Buy @156,',
        '10:05:00 UTC,1,USOL,150,USDH,0.1,USDH,,,,Sell @156,',
        '11:50:00 UTC,,,100,USDC,,,,,realized gain,closed PnL of the day ETH,',
        '12:00:00 UTC,,,0.93372645,USDC,,,,,reward,borrowLend,',
        '12:01:00 UTC,50,USDC,,,,,,,,send,',
        '12:01:00 UTC,0.02,HYPE,,,,,,,cost,send,',
        '12:01:00 UTC,0.00002,HYPE,,,,,,,cost,send,',
      ],
    );
    assert.deepEqual(
      lines.filter(lacks).map((line) => line.replace(/^.*?(INCOMPLETE|NOTICE): /, '$1 ')),
      [
        `NOTICE ${unread}",`,
        'INCOMPLETE funding payments of that time were not read (funding-not-read), 2026-03-14T10:00Z to 2026-03-14T12:00Z",',
        'INCOMPLETE update of a type without a rule: somethingNew,',
      ],
    );
  } finally {
    await harness.close();
  }
});

test('in a store of ledgers alone, the file of a wallet that never paid funding lacks fills by a notice; of one that did it is incomplete', async () => {
  const [depositor, trader] = [walletOf(3), walletOf(4)];
  const funding = [{ wallet: trader, coin: 'ETH', time: at('10:00:00.041'), usdc: '-0.2' }];
  const harness = await openEndpointHarness({ given: { funding }, nowMs });
  try {
    const deposit = (wallet: string) =>
      `(unhex('${wallet.slice(2)}'), fromUnixTimestamp64Milli(${at('11:00:00')}, 'UTC'), 'deposit', 'external', 'USDC', 1000, 1000, true)`;
    await harness.store.command(`
      INSERT INTO ledger_updates (wallet, time, kind, class, token, amount, usd, is_valued) VALUES ${deposit(depositor)}, ${deposit(trader)}`);
    const stores = { fills: async () => ({ analytics: harness.store }) } as unknown as OperatorStores;
    const kindsOf = async (wallet: string) => {
      const window = { address: wallet, fromMs: at('10:00:00'), toMs: nowMs };
      return new Set((await listTaxRows.run(stores, window, job)).map(({ kind }) => kind));
    };
    assert.deepEqual(await kindsOf(depositor), new Set(['notice', 'transfer']));
    assert.deepEqual(await kindsOf(trader), new Set(['missing', 'funding', 'transfer']));
    // A node's fills that were lost are a record of them.
    await harness.store.command(`
      INSERT INTO coverage (feed, wallet, coin, is_gap, from_time, to_time, state, reason, seen, changed) VALUES
        ('node_fills', '', '', true, fromUnixTimestamp64Milli(${at('10:30:00')}, 'UTC'), fromUnixTimestamp64Milli(${at('11:30:00')}, 'UTC'), 'lost', '', now(), now())`);
    assert.deepEqual(await kindsOf(depositor), new Set(['missing', 'transfer']));
  } finally {
    await harness.close();
  }
});

test('the command prints a table, CSV, JSON, and the columns of tax programs', async () => {
  const table = await run(`pnl ${address}`);
  assert.match(table.stdout, /^FROM +REALIZED +FEES +FUNDING +NET +UNREALIZED +TOTAL +DEPOSITS +WORTH\n/);
  assert.match(table.stdout, /\nall +4\.99 +0\.08 +0\.00 +4\.91 +- +- +0\.00 +-\n$/);
  assert.match(table.stderr, /no-mark \(unrealizedPnl, totalReturnUsd\): a position open at/);
  const csv = await run(`pnl ${address} --format csv`);
  assert.match(csv.stdout, /^from,to,realizedPnl,fees,.*\n1970-01-01T00:00:00\.000Z,.*,4\.9862,0\.0762,/);
  assert.equal(JSON.parse((await run(`pnl ${address} --format json`)).stdout).total.netPnl, '4.91');
  const koinly = await run(`pnl ${address} --format koinly`);
  assert.match(koinly.stdout, /^Date,Sent Amount,.*,TxHash\n2026-03-14 09:26:53 UTC,,,4\.9862,USDC,/);
  const wrong = await run(`pnl ${address} --format pdf`);
  assert.deepEqual([wrong.code, /--format is one of/.test(wrong.stderr)], [2, true]);
});

test('a tax file that lacks something says so, and ends with its own exit code unless that is fine', async () => {
  const row = { received: '', receivedToken: '', sent: '', sentToken: '', fee: '', feeToken: '', hash: '' };
  const lacking = (kind: 'missing' | 'notice') => ({
    listTaxRows: async () => [{ ...row, atMs: nowMs, kind, description: 'fills are missing' }],
  });
  const missing = await run(`pnl ${address} --format koinly`, lacking('missing'));
  assert.deepEqual(
    [missing.code, missing.stderr],
    [3, '0 transactions\n- 2026-03-14 12:30Z fills are missing\n'],
  );
  assert.match(missing.stdout, /\n2026-03-14 12:30:00 UTC,,,,,,,,,,INCOMPLETE: fills are missing,\n$/);
  assert.equal((await run(`pnl ${address} --format koinly --incomplete`, lacking('missing'))).code, 0);
  const notice = await run(`pnl ${address} --format cointracker`, lacking('notice'));
  assert.deepEqual([notice.code, /NOTICE: fills are missing\n$/.test(notice.stdout)], [0, true]);
});

test('a name of the exchange begins no formula in a spreadsheet', () => {
  assert.equal(csvLine(['=1+1', '+x', '-5', '@x', 'a "b", c']), `'=1+1,'+x,-5,'@x,"a ""b"", c"`);
  // Names of the exchange itself are not escaped.
  assert.equal(csvLine(['@107', '+17310', '#17310']), '@107,+17310,#17310');
});
