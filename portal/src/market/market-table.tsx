import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useAddressState } from '../frame/address-state.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { Table } from '../table/table.tsx';
import { words } from '../words/market.ts';
import { type MarketRow, marketColumns } from './market-columns.tsx';

const everyMs = 5_000;

/** Every market, by dex and name. */
export function MarketTable() {
  const longShort = useAnswer(callOf('live.long-short'), { everyMs }).body;
  const [dex, setDex] = useAddressState('dex', '');
  const [name, setName] = useAddressState('name', '');
  return (
    <AnswerPanel
      title={words.markets}
      call={callOf('pulse.market-overview')}
      everyMs={everyMs}
      shape={{ rows: 28, isKept: true }}
      empty={({ markets }) => (markets?.length ? undefined : words.none)}
    >
      {({ markets }) => (
        <>
          <div class="panel-bar">
            <input
              type="search"
              aria-label={words.filter}
              placeholder={words.filter}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
            <select
              aria-label="Dex"
              value={dex}
              onChange={({ currentTarget }) => setDex(currentTarget.value)}
            >
              <option value="">{words.allDexes}</option>
              {dexesOf(markets ?? []).map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </div>
          <Rows {...{ markets: markets ?? [], positions: longShort?.bySymbol ?? [], dex, name }} />
        </>
      )}
    </AnswerPanel>
  );
}

interface RowsProps {
  markets: readonly Schemas['HLMarketData'][];
  positions: readonly Schemas['CoinLongShortBody'][];
  dex: string;
  name: string;
}

function Rows({ markets, positions, dex, name }: RowsProps) {
  const rows = useMemo((): MarketRow[] => {
    const byCoin = new Map(positions.map((one) => [one.coin, one]));
    const wanted = name.toLowerCase();
    return markets
      .filter(
        (one) =>
          (dex === '' || one.dex === dex) && `${one.coin} ${one.symbol}`.toLowerCase().includes(wanted),
      )
      .map((one) => ({ ...one, positions: byCoin.get(one.coin) }));
  }, [markets, positions, dex, name]);
  if (rows.length === 0) return <EmptyNote why={words.noMatch} />;
  return (
    <Table
      name="markets"
      label={words.markets}
      rows={rows}
      columns={marketColumns}
      rowKey={({ coin }) => coin}
      sort="-oi"
    />
  );
}

function dexesOf(markets: readonly Schemas['HLMarketData'][]): string[] {
  return [...new Set(markets.map(({ dex }) => dex))].sort();
}
