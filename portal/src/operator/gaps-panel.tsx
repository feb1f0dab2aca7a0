import { Time } from '../format/time.tsx';
import { CoinLabel } from '../names/coin.tsx';
import { Wallet } from '../names/wallet.tsx';
import type { Column } from '../table/column.ts';
import { texts, wide } from '../table/usual-columns.tsx';
import { words } from '../words/operator.ts';
import { type AskAdmin, useAdmin } from './admin.ts';
import type { Gap, Quarantined } from './admin-answers.ts';
import { AdminList } from './admin-list.tsx';

/** The longest list that the admin surface answers of either. */
const limit = 1_000;

function full<Row>(id: string, head: string, value: (row: Row) => string | undefined): Column<Row> {
  return { id, head, value, cell: (row) => <Time at={value(row)} />, align: 'left' };
}

const gapColumns: readonly Column<Gap>[] = [
  texts('feed', 'Feed', ({ feed }) => feed),
  {
    ...texts<Gap>('wallet', 'Wallet', ({ wallet }) => wallet),
    cell: ({ wallet }) => wallet !== undefined && <Wallet address={wallet} href={null} />,
  },
  {
    ...texts<Gap>('coin', 'Coin', ({ coin }) => coin),
    cell: ({ coin }) => coin !== undefined && <CoinLabel coin={coin} />,
  },
  {
    ...full<Gap>('from', 'From', ({ lostFrom }) => lostFrom),
    cell: ({ lostFrom }) => (lostFrom === undefined ? words.sinceEver : <Time at={lostFrom} />),
  },
  full('until', 'Until', ({ lostUntil }) => lostUntil),
  texts('state', 'State', ({ state }) => state),
  texts('reason', 'Reason', ({ reason }) => reason),
  ...wide(full<Gap>('found', 'Found', ({ foundAt }) => foundAt)),
];

/** Data that nothing can bring back, and holes that are still being read. */
export function GapsPanel({ ask }: { ask: AskAdmin }) {
  const { body, failure, reload } = useAdmin<{ gaps: Gap[] }>(ask, `gaps?limit=${limit}`);
  return (
    <AdminList
      {...{ name: 'gaps', title: words.tabs.gaps, rows: body?.gaps, failure, reload }}
      columns={gapColumns}
      rowKey={({ feed, wallet, coin, lostFrom, lostUntil }) =>
        [feed, wallet, coin, lostFrom, lostUntil].join(' ')
      }
      empty={words.noGaps}
    />
  );
}

const quarantineColumns: readonly Column<Quarantined>[] = [
  full('met', 'Met', ({ metAt }) => metAt),
  texts('source', 'Source', ({ source }) => source),
  texts('line', 'Line', ({ line }) => line),
  texts('reason', 'Reason', ({ reason }) => reason),
  {
    ...texts<Quarantined>('raw', 'Text', ({ raw }) => raw),
    cell: ({ raw }) => <code title={raw}>{raw.length > 80 ? `${raw.slice(0, 80)}…` : raw}</code>,
    isWide: true,
  },
];

/** Records of sources that cannot be used. */
export function QuarantinePanel({ ask }: { ask: AskAdmin }) {
  const path = `quarantine?limit=${limit}`;
  const { body, failure, reload } = useAdmin<{ quarantined: Quarantined[] }>(ask, path);
  return (
    <AdminList
      {...{ name: 'quarantine', title: words.tabs.quarantine, rows: body?.quarantined, failure, reload }}
      columns={quarantineColumns}
      rowKey={({ source, line, event, raw }) => `${source} ${line} ${event} ${raw}`}
      empty={words.noQuarantine}
    />
  );
}
