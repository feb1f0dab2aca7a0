import { useLocation } from 'preact-iso';
import { addressWith } from '../frame/address-state.ts';

/** The API's limit for one comparison. */
export const mostCompared = 5;

/** Wallets chosen for comparison, as the address names them. */
export function comparedWallets(query: Readonly<Record<string, string>>): string[] {
  return (query.wallets ?? '').split(',').filter((one) => /^0x[0-9a-f]{40}$/.test(one));
}

/** Takes a trader into the comparison, or out of it. */
export function CompareButton({ address }: { address: string }) {
  const { query, route } = useLocation();
  const chosen = comparedWallets(query);
  const isIn = chosen.includes(address);
  const toggle = () => {
    const next = isIn ? chosen.filter((one) => one !== address) : [...chosen, address];
    route(addressWith({ wallets: next.length === 0 ? undefined : next.join(',') }), true);
  };
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={isIn}
      aria-label={`Compare ${address}`}
      title={isIn ? 'Leave out of the comparison' : 'Compare'}
      disabled={!isIn && chosen.length >= mostCompared}
      onClick={toggle}
    >
      {isIn ? '✓' : '+'}
    </button>
  );
}
