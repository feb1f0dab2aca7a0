import { Coin } from '../names/coin.tsx';
import { CopyButton } from '../names/copy-button.tsx';
import { Wallet } from '../names/wallet.tsx';
import '../trader/trader.css';
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { Side } from '../format/change.tsx';
import { duration, usd } from '../format/numbers.ts';
import { Page } from '../frame/page.tsx';
import { Panel, Shown } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { dollars, gain, priced, sized, timed } from '../table/usual-columns.tsx';
import { PositionChart } from './position-chart.tsx';

type Fill = Schemas['LifecycleFill'];
type Detail = Schemas['LifecycleDetailBody'];

const columns: readonly Column<Fill>[] = [
  timed('time', 'Time', (row) => row.tradeTime, 'LifecycleFill.tradeTime'),
  {
    id: 'side',
    head: 'Side',
    align: 'left',
    of: 'LifecycleFill.side',
    value: (row) => row.side,
    cell: (row) => <Side side={row.side === 'B' ? 'buy' : 'sell'} />,
  },
  priced('price', 'Price', (row) => row.px, 'LifecycleFill.px'),
  sized('size', 'Size', (row) => row.sz, 'LifecycleFill.sz'),
  sized('ofSize', 'Size in this position', (row) => row.attributedSize, 'LifecycleFill.attributedSize'),
  gain('pnl', 'PnL in this position', (row) => row.attributedPnl, 'LifecycleFill.attributedPnl'),
  dollars('fee', 'Fee in this position', (row) => row.attributedFee, 'LifecycleFill.attributedFee'),
  {
    ...gain<Fill>('raw', 'PnL of the trade', (row) => row.rawClosedPnl, 'LifecycleFill.rawClosedPnl'),
    isWide: true,
  },
  {
    id: 'hash',
    head: 'Transaction',
    align: 'left',
    of: 'LifecycleFill.hash',
    isWide: true,
    value: (row) => row.hash,
    cell: (row) =>
      row.hash === undefined ? (
        <span class="dim">–</span>
      ) : (
        <>
          <code title={row.hash}>{`${row.hash.slice(0, 10)}…`}</code>{' '}
          <CopyButton text={row.hash} label="Copy hash" />
        </>
      ),
  },
];

function LifecycleFigures({ detail: { lifecycle: one } }: { detail: Detail }) {
  const all = figuresOf('LifecycleRow', one);
  return (
    <Figures>
      {all.gain('PnL', 'realizedPnl')}
      {all.sized('Peak size', 'peakSize', usd(one.peakSize * one.entryVwap))}
      {all.priced('Entry', 'entryVwap')}
      {all.priced('Exit', 'exitVwap')}
      {all.dollars('Fees', 'fees')}
      {all.shown('Time held', 'durationMs', one.isClosed ? duration(one.durationMs) : 'open')}
      {all.timed('Opened', 'openedAt')}
      {all.timed('Closed', 'closedAt')}
      {all.counted('Trades', 'fillCount')}
      {one.wasLiquidated && all.gain('Liquidated', 'liquidationClosedPnl', one.liquidationMethod)}
    </Figures>
  );
}

/** A position from flat to flat: its PnL, its price path, its fills. */
export default function LifecyclePage() {
  const text = useRoute().params.id ?? '';
  const [nowMs] = useState(() => Date.now());
  const isId = /^[1-9]\d{0,15}$/.test(text);
  const call = isId ? callOf('pulse.lifecycle', { id: Number(text) }) : undefined;
  const answer = useAnswer(call, { everyMs: 15_000 });
  if (call === undefined) {
    return (
      <Page title="Position">
        <EmptyNote why="The id of a position is a positive whole number." />
      </Page>
    );
  }
  const { body } = answer;
  const who = body && (
    <>
      <Side side={body.lifecycle.side} /> <Coin coin={body.lifecycle.coin} /> of{' '}
      <Wallet address={body.address} />
    </>
  );
  return (
    <Page title={`Position #${text.slice(-6)}`} intro={who}>
      <Panel title="Position" call={call}>
        <Shown answer={answer} shape={{ figures: 9 }}>
          {(detail) => <LifecycleFigures detail={detail} />}
        </Shown>
      </Panel>
      {body !== undefined && (
        <>
          <Panel title="Price chart">
            <PositionChart detail={body} nowMs={nowMs} />
          </Panel>
          <Panel title="Trades" actions={<span class="dim">{basisText(body)}</span>}>
            <Table
              name="fills"
              label="Trades"
              rows={body.fills ?? []}
              columns={columns}
              rowKey={({ tid, rawTime }) => `${tid} ${rawTime}`}
            />
          </Panel>
        </>
      )}
    </Page>
  );
}

function basisText({ fillPnlBasis, lifecycle }: Detail): string {
  const split =
    fillPnlBasis === 'split'
      ? 'One trade closed this position and opened the next; it is split between them. '
      : '';
  return lifecycle.openedBeforeWindow
    ? `${split}Its opening, or a trade in between, is missing from the record.`
    : split;
}
