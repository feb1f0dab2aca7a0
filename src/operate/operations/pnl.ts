import { type Static, Type } from 'typebox';
import { ControlError } from '../../control/control-error.ts';
import {
  type PnlInterval,
  pnlBounds,
  pnlIntervals,
  pnlReachDays,
  usualPnlWindowMs,
} from '../../domain/pnl-bounds.ts';
import {
  type PnlPoint,
  type PnlReason,
  pnlParts,
  pnlReasons,
  pnlScale,
  unknownParts,
} from '../../domain/pnl-curve.ts';
import { dayMs, rfc3339, systemClock } from '../../kernel/clock.ts';
import { type CommandOutput, Exit, exitCodes, UsageError } from '../../kernel/command-line.ts';
import { scaledText } from '../../kernel/scaled.ts';
import { minuteText, textTable } from '../command-text.ts';
import { type Exact, instant, instantText, maybe, operation, text, walletText } from '../operation.ts';
import { csvLine, type TaxFormat, taxFormats, taxHead, taxKinds, taxLine } from './tax-lines.ts';

const amount = Type.Union([Type.String({ description: 'USD, an exact decimal.' }), Type.Null()]);
const point = Type.Object({
  from: instant,
  to: instant,
  ...(Object.fromEntries(pnlParts.map((part) => [part, amount])) as Record<
    (typeof pnlParts)[number],
    typeof amount
  >),
  unknown: Type.Array(Type.Object({ part: Type.Enum([...pnlParts]), reason: text }), {
    description: 'Why parts are null.',
  }),
});
const result = Type.Object({
  address: text,
  interval: Type.Enum([...pnlIntervals]),
  total: point,
  points: Type.Array(point),
});
type PnlResult = Exact<Static<typeof result>>;
type ShownPoint = Exact<Static<typeof point>>;
const taxRow = Type.Object({
  at: instant,
  kind: Type.Enum([...taxKinds]),
  received: text,
  receivedToken: text,
  sent: text,
  sentToken: text,
  fee: text,
  feeToken: text,
  description: text,
  hash: text,
});
type TaxRow = Exact<Static<typeof taxRow>>;
const span = { address: walletText, from: maybe(instantText), to: maybe(instantText) };

/** A wallet's profit after costs, as in `GET /pulse/trader/{address}/pnl`, with exact amounts. */
export const readPnlOfWallet = operation({
  name: 'readPnlOfWallet',
  method: 'GET',
  path: '/admin/v1/wallets/{address}/pnl',
  operationId: 'wallets-pnl',
  summary: 'net PnL of a wallet by hour, day or week',
  input: Type.Object({ ...span, interval: maybe(Type.Enum([...pnlIntervals])) }),
  output: result,
  async run({ fills }, { address, fromMs, toMs, interval = 'day' }) {
    const { readPnl } = await import('../../endpoints/queries/pnl-window.ts');
    const nowMs = systemClock.nowMs();
    const wallet = address.toLowerCase();
    const window = windowOf({ interval, fromMs, toMs }, nowMs);
    const requests = { wallet, interval, bounds: pnlBounds(interval, window, nowMs), nowMs };
    const found = await readPnl((await fills()).analytics, requests, AbortSignal.timeout(120_000));
    if (found === undefined)
      throw new ControlError(
        'invalid_input',
        `The wallet ${wallet} has no fills, payments or transfers in the store.`,
      );
    return { address: wallet, interval, total: pointOf(found.total), points: found.points.map(pointOf) };
  },
  command: {
    words: 'pnl',
    summary: "print a wallet's profit after costs, or its transactions for a tax program",
    description: `Prints the PnL of a wallet for each hour, day or week (UTC) of a window, and in total: closed PnL, fees, funding, net PnL, and the change of unrealized PnL.
An unknown figure is empty, with its reason; it is never 0. koinly and cointracker print the transactions in the CSV columns of these programs:
spot trades one by one; closed PnL, fees and funding of perps by coin and UTC day; transfers, rewards and costs of the ledger one by one.
Moves between its own accounts are left out: they change no holding. An unknown figure has a row marked INCOMPLETE, or NOTICE if it affects no gain,
and a line on stderr; with an INCOMPLETE row the exit code is 3, unless --incomplete is given.`,
    examples: `
Examples:
  tidemark pnl 0x31ca8395cf837de08b24da3f660e77761dfb974b
  tidemark pnl 0x31ca8395cf837de08b24da3f660e77761dfb974b --interval hour --from 2026-03-14 --to 2026-03-15
  tidemark pnl 0x31ca8395cf837de08b24da3f660e77761dfb974b --interval week --from 2025-01-01 --format csv
  tidemark pnl 0x31ca8395cf837de08b24da3f660e77761dfb974b --from 2025-01-01 --to 2026-01-01 --format koinly`,
    arguments: { address: ['<ADDRESS>', 'wallet address', { kind: 'address' }] },
    options: {
      fromMs: ['--from <MOMENT>', 'start of the window: a date, an instant', { kind: 'moment' }],
      toMs: ['--to <MOMENT>', 'end of the window (default: now)', { kind: 'moment' }],
      interval: ['--interval <PART>', `length of a row: ${pnlIntervals.join(', ')}`, { default: 'day' }],
      incomplete: ['--incomplete', 'exit code 0 even if a tax file is incomplete'],
      format: ['--format <FORM>', `table, csv, json, ${taxFormats.join(' or ')}`, { default: 'table' }],
    },
    async act(given, desk) {
      const { address, fromMs, toMs, interval, format, incomplete } = given as unknown as PnlGiven;
      if (!(pnlIntervals as readonly string[]).includes(interval))
        throw new UsageError(`--interval is one of ${pnlIntervals.join(', ')}`);
      const params = {
        address,
        ...(fromMs !== undefined && { fromMs }),
        ...(toMs !== undefined && { toMs }),
      };
      if ((taxFormats as readonly string[]).includes(format)) {
        const rows = await desk.open((call) => call('listTaxRows', params));
        const isWhole = printTax(rows as TaxRow[], format as TaxFormat, desk);
        if (!isWhole && !incomplete) throw new Exit(exitCodes.incomplete);
        return;
      }
      if (!['table', 'csv', 'json'].includes(format))
        throw new UsageError(`--format is one of table, csv, json, ${taxFormats.join(', ')}`);
      const found = (await desk.open((call) =>
        call('readPnlOfWallet', { ...params, interval }),
      )) as PnlResult;
      if (format === 'json') desk.printJson(found);
      else if (format === 'csv') desk.stdout.write(csvOf(found));
      else printTable(found, desk);
    },
  },
});

interface PnlGiven {
  address: string;
  fromMs?: number;
  toMs?: number;
  interval: PnlInterval;
  format: string;
  incomplete?: boolean;
}

/** @throws ControlError for a window that is reversed, in the future, or too long for its interval */
function windowOf({ interval, fromMs, toMs }: Pick<PnlGiven, 'interval' | 'fromMs' | 'toMs'>, nowMs: number) {
  const endMs = Math.min(toMs ?? nowMs, nowMs);
  const window = { fromMs: fromMs ?? endMs - usualPnlWindowMs(interval), toMs: endMs };
  if (window.fromMs > endMs)
    throw new ControlError('invalid_input', 'the window begins after its end, or in the future');
  const days = pnlReachDays[interval];
  if (endMs - window.fromMs > days * dayMs)
    throw new ControlError(
      'invalid_input',
      `${interval}s cover at most ${days} days: name a later start, or a longer interval`,
    );
  return window;
}

function pointOf(point: PnlPoint): ShownPoint {
  const amounts = Object.fromEntries(
    pnlParts.map((part) => {
      const amount = point[part];
      return [part, typeof amount === 'string' ? null : decimalText(amount)];
    }),
  ) as Record<(typeof pnlParts)[number], string | null>;
  return { fromMs: point.fromMs, toMs: point.untilMs, ...amounts, unknown: unknownParts(point) };
}

/** Without trailing zeros. */
function decimalText(amount: bigint): string {
  return scaledText(amount, pnlScale, pnlScale).replace(/\.?0+$/, '');
}

/** Rounded to cents; `-` if unknown. */
function cents(text: string | null): string {
  return text === null ? '-' : Number(text).toFixed(2);
}

function rowOf(point: ShownPoint, from: string): Record<string, string> {
  return {
    from,
    realized: cents(point.realizedPnl),
    fees: cents(point.fees),
    funding: cents(point.funding),
    net: cents(point.netPnl),
    unrealized: cents(point.unrealizedPnl),
    total: cents(point.totalReturnUsd),
    deposits: cents(point.netDeposits),
    worth: cents(point.accountValue),
  };
}

function printTable({ points, total }: PnlResult, { stdout, stderr }: CommandOutput): void {
  stdout.write(textTable([...points.map((one) => rowOf(one, minuteText(one.fromMs))), rowOf(total, 'all')]));
  const reasons = new Set(points.flatMap(({ unknown }) => unknown.map(({ reason }) => reason)));
  for (const reason of reasons) {
    const parts = new Set(
      points.flatMap(({ unknown }) => unknown.filter((one) => one.reason === reason).map(({ part }) => part)),
    );
    stderr.write(`- ${reason} (${[...parts].join(', ')}): ${pnlReasons[reason as PnlReason]}\n`);
  }
}

function csvOf({ points }: PnlResult): string {
  const head = ['from', 'to', ...pnlParts, 'unknown'];
  const lines = points.map((point) => [
    rfc3339(point.fromMs),
    rfc3339(point.toMs),
    ...pnlParts.map((part) => point[part] ?? ''),
    point.unknown.map(({ part, reason }) => `${part}: ${reason}`).join('; '),
  ]);
  return `${[head, ...lines].map(csvLine).join('\n')}\n`;
}

export const listTaxRows = operation({
  name: 'listTaxRows',
  method: 'GET',
  path: '/admin/v1/wallets/{address}/transactions',
  operationId: 'wallets-transactions',
  summary:
    'transactions of a wallet for a tax program, oldest first: spot trades; closed PnL, fees and funding of perps by coin and UTC day; the ledger',
  input: Type.Object(span),
  output: Type.Array(taxRow),
  under: 'transactions',
  async run({ fills }, { address, fromMs = 0, toMs = systemClock.nowMs() }) {
    const { readTaxRows, taxRowsLimit } = await import('../../endpoints/queries/tax-rows.ts');
    const params = { wallet: address.toLowerCase(), fromMs, untilMs: toMs };
    const rows = await readTaxRows((await fills()).analytics, params, AbortSignal.timeout(120_000));
    if (rows.length > taxRowsLimit)
      throw new ControlError('invalid_input', `over ${taxRowsLimit} transactions: name a shorter window`);
    return rows;
  },
});

/** @returns false if a gain depends on data missing from the rows */
function printTax(rows: readonly TaxRow[], format: TaxFormat, { stdout, stderr }: CommandOutput): boolean {
  stdout.write(`${taxHead(format)}\n`);
  for (const row of rows) stdout.write(`${taxLine(format, row)}\n`);
  const lacks = rows.filter(({ kind }) => kind === 'missing' || kind === 'notice');
  stderr.write(`${rows.length - lacks.length} transactions\n`);
  for (const { atMs, description } of lacks.slice(0, lacksShown))
    stderr.write(`- ${minuteText(atMs)} ${description}\n`);
  if (lacks.length > lacksShown)
    stderr.write(`- ${lacks.length - lacksShown} more, in the rows of the file\n`);
  return lacks.every(({ kind }) => kind === 'notice');
}

const lacksShown = 20;
