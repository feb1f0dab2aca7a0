import { useDeed } from '../account/portal-ask.ts';
import { askOnce } from '../api/answers.ts';
import { callOf } from '../api/calls.ts';
import { FailureNote } from '../states/failure-note.tsx';
import type { Ranking } from './leaderboard.tsx';

/** Parses a PnL as written by people: 1,234.5, +$1.2M, -45k. @returns USD; undefined if it is no number */
export function amountOf(text: string): number | undefined {
  const match = /^([+−-]?)\s*\$?\s*([+−-]?)([\d,\s]*\.?\d+)\s*([kmb]?)$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, before, behind, digits, unit] = match;
  const value = Number(digits!.replaceAll(/[,\s]/g, ''));
  const times = { k: 1e3, m: 1e6, b: 1e9 }[unit!.toLowerCase()] ?? 1;
  return (before === '-' || before === '−' || behind === '-' || behind === '−' ? -1 : 1) * value * times;
}

interface NearPnlProps {
  /** Ranked by PnL, ascending or descending. */
  ranking: Ranking;
  /** @param rank from 0 @param pnl of the trader that was found, USD */
  found: (rank: number, pnl: number) => void;
}

/** Finds the trader whose PnL is closest to a value, such as one from a screenshot. */
export function NearPnl({ ranking, found }: NearPnlProps) {
  const { isBusy, failure, run } = useDeed();
  const find = async (text: string) => {
    const wanted = amountOf(text);
    if (wanted === undefined) return;
    const nearest = await nearestRank(ranking, wanted);
    if (nearest !== undefined) found(nearest.rank, nearest.pnl);
  };
  return (
    <form
      class="wallet-name"
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget).get('pnl') ?? '');
        void run(() => find(text));
      }}
    >
      <input
        name="pnl"
        class="short"
        aria-label="Find the trader with a PnL"
        placeholder="PnL, $1.2M"
        title="A PnL from a picture or a post: the nearest one of this period is shown"
        pattern="\s*[+−\-]?\s*\$?\s*[+−\-]?[\d,\s]*\.?\d+\s*[kKmMbB]?"
        required
        autoComplete="off"
      />
      <button type="submit" disabled={isBusy}>
        Find
      </button>
      {failure !== undefined && <FailureNote failure={failure} />}
    </form>
  );
}

/** Binary search for the rank: about twenty calls for a million wallets. */
async function nearestRank(ranking: Ranking, wanted: number) {
  const at = async (offset: number) => {
    const { traders, matching } = await askOnce(
      callOf('pulse.leaderboard', { ...ranking, limit: 2, offset }),
    );
    return { pnls: (traders ?? []).map(({ totalPnl }) => totalPnl), matching };
  };
  const isDown = ranking.sort !== 'losers';
  const isBefore = (pnl: number) => (isDown ? pnl > wanted : pnl < wanted);
  const { matching } = await at(0);
  if (matching === 0) return undefined;
  // First rank whose PnL is past the wanted value.
  let [low, high] = [0, matching - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { pnls } = await at(middle);
    if (pnls[0] !== undefined && isBefore(pnls[0])) low = middle + 1;
    else high = middle;
  }
  const first = Math.max(0, low - 1);
  const { pnls } = await at(first);
  const places = pnls.map((pnl, i) => ({ rank: first + i, pnl }));
  places.sort((a, b) => Math.abs(a.pnl - wanted) - Math.abs(b.pnl - wanted));
  return places[0];
}
