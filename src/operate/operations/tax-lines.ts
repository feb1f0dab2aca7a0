import { rfc3339 } from '../../kernel/clock.ts';

/** Programs whose CSV columns and tags are documented. */
export const taxFormats = ['koinly', 'cointracker'] as const;
export type TaxFormat = (typeof taxFormats)[number];

/** Kinds of transactions, independent of a program's names. */
export const taxKinds = [
  'trade',
  'pnl',
  'fee',
  'funding',
  'transfer',
  'reward',
  'cost',
  // Notes on missing data, in rows without amounts: `missing` affects a gain, `notice` does not.
  'missing',
  'notice',
] as const;
export type TaxKind = (typeof taxKinds)[number];

/** One transaction: amounts are positive decimals as text, empty if nothing moves. */
export interface TaxRow {
  atMs: number;
  kind: TaxKind;
  received: string;
  receivedToken: string;
  sent: string;
  sentToken: string;
  fee: string;
  feeToken: string;
  description: string;
  /** Empty if there is none. */
  hash: string;
}

interface TaxShape {
  columns: Readonly<Record<string, (row: TaxRow, tag: string) => string>>;
  tags: Readonly<Partial<Record<TaxKind, readonly [received: string, sent: string]>>>;
}

const marks: Readonly<Partial<Record<TaxKind, string>>> = { missing: 'INCOMPLETE: ', notice: 'NOTICE: ' };
const markOf = (kind: TaxKind) => marks[kind] ?? '';

const shapes: Readonly<Record<TaxFormat, TaxShape>> = {
  // The universal template: support.koinly.io, "How to create a custom CSV file with your data", "Futures and perpetuals", "What are tags".
  koinly: {
    columns: {
      Date: ({ atMs }) => `${rfc3339(atMs).slice(0, 19).replace('T', ' ')} UTC`,
      'Sent Amount': ({ sent }) => sent,
      'Sent Currency': ({ sentToken }) => sentToken,
      'Received Amount': ({ received }) => received,
      'Received Currency': ({ receivedToken }) => receivedToken,
      'Fee Amount': ({ fee }) => fee,
      'Fee Currency': ({ feeToken }) => feeToken,
      'Net Worth Amount': () => '',
      'Net Worth Currency': () => '',
      Label: (_, tag) => tag,
      Description: ({ kind, description }) => `${markOf(kind)}${description}`,
      TxHash: ({ hash }) => hash,
    },
    tags: {
      trade: ['', ''],
      pnl: ['realized gain', 'realized gain'],
      fee: ['fee refund', 'margin fee'],
      funding: ['realized gain', 'realized gain'],
      transfer: ['', ''],
      reward: ['reward', ''],
      cost: ['', 'cost'],
    },
  },
  // support.cointracker.io, "Convert your transaction history to CoinTracker CSV", "Transaction category definitions".
  cointracker: {
    columns: {
      Date: ({ atMs }) => {
        const [day, time] = rfc3339(atMs).slice(0, 19).split('T') as [string, string];
        const [year, month, date] = day.split('-');
        return `${month}/${date}/${year} ${time}`;
      },
      'Received Quantity': ({ received }) => received,
      'Received Currency': ({ receivedToken }) => receivedToken,
      'Sent Quantity': ({ sent }) => sent,
      'Sent Currency': ({ sentToken }) => sentToken,
      'Fee Amount': ({ fee }) => fee,
      'Fee Currency': ({ feeToken }) => feeToken,
      // The program has no column for text.
      Tag: ({ kind, description }, tag) => (markOf(kind) === '' ? tag : `${markOf(kind)}${description}`),
    },
    tags: {
      trade: ['', ''],
      pnl: ['margin gain', 'margin loss'],
      fee: ['margin rebate', 'margin fee'],
      funding: ['margin gain', 'margin loss'],
      transfer: ['', ''],
      reward: ['', ''],
      cost: ['', ''],
    },
  },
};

/** Without a line end. */
export function taxHead(format: TaxFormat): string {
  return csvLine(Object.keys(shapes[format].columns));
}

/** Without a line end. */
export function taxLine(format: TaxFormat, row: TaxRow): string {
  const { columns, tags } = shapes[format];
  const [received, sent] = tags[row.kind] ?? ['', ''];
  const tag = row.received === '' ? sent : row.sent === '' ? received : '';
  return csvLine(Object.values(columns).map((column) => column(row, tag)));
}

/** The exchange's own identifiers, such as `@107`, by which programs match assets. */
const identifier = /^[@#+]\d{1,15}$/;

/** Escapes formulas for spreadsheets: names come from the exchange, and anyone can list a token. */
export function csvLine(cells: readonly string[]): string {
  return cells
    .map((cell) => {
      const plain = !identifier.test(cell) && /^[=+@\t\r]|^-(?!\d)/.test(cell) ? `'${cell}` : cell;
      return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
    })
    .join(',');
}
