import { useLocation } from 'preact-iso';
import { addressWith } from '../frame/address-state.ts';
import { RowToggle } from '../table/row-toggle.tsx';
import { comparedWallets, mostCompared } from './compared.ts';

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
    <RowToggle
      isOn={isIn}
      toggle={toggle}
      label={`Compare ${address}`}
      signs={['✓', '+']}
      titles={['Leave out of the comparison', 'Compare']}
      isDisabled={!isIn && chosen.length >= mostCompared}
    />
  );
}
