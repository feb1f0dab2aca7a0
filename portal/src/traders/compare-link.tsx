import { useState } from 'preact/hooks';
import { chooseWallet, chosenWallets } from './compared.ts';

/** Adds a trader to the comparison from the trader's page; then links to the comparison. */
export function CompareLink({ address }: { address: string }) {
  const [chosen, setChosen] = useState(chosenWallets);
  if (!chosen.includes(address)) {
    return (
      <button type="button" onClick={() => setChosen(chooseWallet(address))}>
        + Compare
      </button>
    );
  }
  return (
    <a href={`/traders?wallets=${chosen.join(',')}`}>
      {chosen.length === 1 ? 'Compare with …' : `Compare ${chosen.length}`}
    </a>
  );
}
