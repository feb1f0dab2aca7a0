import { callOf } from '../api/calls.ts';
import { liquidationColumns, liquidationKey } from '../liquidations/liquidation-columns.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { Table } from '../table/table.tsx';
import { words } from '../words/coin.ts';

const everyMs = 5_000;
const most = 500;
const columns = liquidationColumns.filter(({ id }) => id !== 'coin');

/** Liquidations of a week; the candles show the same. */
export const liquidationsCall = (coin: string) =>
  callOf('live.liquidations-recent', { coin, since: '7d', limit: most });

/** Who was liquidated in it lately. */
export function CoinLiquidations({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.liquidations}
      call={liquidationsCall(coin)}
      everyMs={everyMs}
      span={8}
      shape={{ rows: 10 }}
      empty={({ events }) => (events?.length ? undefined : words.noLiquidations)}
      actions={<a href={`/liquidations?coin=${encodeURIComponent(coin)}`}>All</a>}
    >
      {({ events }) => (
        <Table
          name="liquidations"
          window="7d"
          most={most}
          label={words.liquidations}
          rows={events ?? []}
          columns={columns}
          rowKey={liquidationKey}
          sort="-time"
          pageRows={10}
        />
      )}
    </AnswerPanel>
  );
}
