import { useLocation } from 'preact-iso';
import { callOf, type Schemas } from '../api/calls.ts';
import type { FieldName } from '../api/definitions.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Term } from '../figure/term.tsx';
import { Toned } from '../format/change.tsx';
import { count, duration, percent, signedUsd, usd } from '../format/numbers.ts';
import { addressWith } from '../frame/address-state.ts';
import { Wallet } from '../names/wallet.tsx';
import { Panel, Shown } from '../states/answer-panel.tsx';
import { CompareButton } from './compare-button.tsx';
import { comparedWallets } from './compared.ts';

type Summary = Schemas['WalletLifecycleSummaryBody'];

interface Line {
  name: string;
  field: keyof Summary & string;
  shown: (value: number) => string;
  isGain?: boolean;
}

const lines: readonly Line[] = [
  { name: 'PnL of closed positions', field: 'totalPnl', shown: signedUsd, isGain: true },
  { name: 'Average PnL per position', field: 'avgPnl', shown: signedUsd, isGain: true },
  { name: 'Win rate, positions', field: 'winRate', shown: percent },
  { name: 'Closed positions', field: 'closed', shown: count },
  { name: 'Open positions', field: 'open', shown: count },
  { name: 'Liquidations', field: 'liquidations', shown: count },
  { name: 'Largest win', field: 'biggestWin', shown: signedUsd, isGain: true },
  { name: 'Largest loss', field: 'biggestLoss', shown: signedUsd, isGain: true },
  { name: 'Fees', field: 'totalFees', shown: usd },
  { name: 'Average time held', field: 'avgDurationMs', shown: duration },
  { name: 'Coins', field: 'uniqueCoins', shown: count },
];

/** Comparison of the two to five traders in the address; empty if it has none. */
export function Compare() {
  const { query, route } = useLocation();
  const chosen = comparedWallets(query);
  const call = chosen.length < 2 ? undefined : callOf('pulse.compare', { wallets: [...chosen] });
  const answer = useAnswer(call, { everyMs: 30_000 });
  if (chosen.length === 0) return null;
  const clear = (
    <button type="button" class="quiet" onClick={() => route(addressWith({ wallets: undefined }), true)}>
      Clear
    </button>
  );
  return (
    <Panel title="Compared traders" call={call} actions={clear}>
      {call === undefined ? (
        <p class="note">
          <Wallet address={chosen[0]!} /> Add one to four more traders with + in the table below.
        </p>
      ) : (
        <Shown answer={answer} shape={{ rows: lines.length }}>
          {({ wallets }) => <Comparison summaries={(wallets ?? []).map(({ summary }) => summary)} />}
        </Shown>
      )}
    </Panel>
  );
}

function Comparison({ summaries }: { summaries: readonly Summary[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by its keys
    <section class="table-scroll" tabIndex={0} aria-label="Comparison">
      <table>
        <thead>
          <tr>
            <th scope="col" class="left">
              Closed positions within your plan's history
            </th>
            {summaries.map(({ address }) => (
              <th key={address} scope="col" class="number">
                <Wallet address={address} /> <CompareButton address={address} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.field}>
              <th scope="row" class="left">
                <Term of={`WalletLifecycleSummaryBody.${line.field}` as FieldName}>{line.name}</Term>
              </th>
              {summaries.map((summary) => (
                <td key={summary.address} class="number">
                  <Toned value={line.isGain ? Number(summary[line.field]) : 0}>
                    {line.shown(Number(summary[line.field]))}
                  </Toned>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
