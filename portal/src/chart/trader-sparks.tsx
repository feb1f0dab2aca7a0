import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { signedUsd } from '../format/numbers.ts';
import { Spark } from './spark.tsx';

type Curves = ReadonlyMap<string, readonly number[] | null>;

const everyMs = 60_000;
export const sparkDays = 30;
/** The most wallets of a call. */
const mostWallets = 100;

const CurvesOfRows = createContext<Curves>(new Map());

interface TraderSparksProps {
  /** Addresses of the shown rows. */
  addresses: readonly string[];
  children: ComponentChildren;
}

/** Around a table of traders: one call has the curves of all its rows, which each {@link TraderSpark} in it finds by its wallet. */
export function TraderSparks({ addresses, children }: TraderSparksProps) {
  const asked = addresses.slice(0, mostWallets);
  const call =
    asked.length === 0 ? undefined : callOf('pulse.trader-curves', { addresses: asked, days: sparkDays });
  const { body } = useAnswer(call, { everyMs });
  const curves = useMemo(
    () => new Map((body?.curves ?? []).map(({ address, values }) => [address, values])),
    [body],
  );
  return <CurvesOfRows.Provider value={curves}>{children}</CurvesOfRows.Provider>;
}

/** Small curve of a wallet's realized PnL of the last days; empty if unknown. */
export function TraderSpark({ address }: { address: string }) {
  const values = useContext(CurvesOfRows).get(address);
  if (!values) return null;
  const label = `Realized PnL of ${sparkDays} days: ${signedUsd(values.at(-1))}`;
  return <Spark values={values} label={label} />;
}
