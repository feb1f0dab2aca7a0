import './trader.css';
import { useRoute } from 'preact-iso';
import { Address, shortAddress } from '../format/address.tsx';
import { useAddressState } from '../frame/address-state.ts';
import { Page } from '../frame/page.tsx';
import { PositionPanel } from '../lifecycle/position-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { Coins } from './coins.tsx';
import { EntityPanel } from './entity-panel.tsx';
import { Equity } from './equity.tsx';
import { Lifecycles } from './lifecycles.tsx';
import { OpenPositions } from './open-positions.tsx';
import { Others } from './others.tsx';
import { Profile } from './profile.tsx';
import { Trades } from './trades.tsx';

/** Everything known of one wallet. */
export default function TraderPage() {
  const address = (useRoute().params.address ?? '').toLowerCase();
  const [position, setPosition] = useAddressState('position', '');
  if (!/^0x[0-9a-f]{40}$/.test(address)) {
    return (
      <Page title="Trader">
        <EmptyNote why="An address is 0x and 40 digits from 0 to f." />
      </Page>
    );
  }
  const compare = <a href={`/traders?wallets=${address}`}>Compare</a>;
  return (
    <Page
      key={address}
      title={`Trader ${shortAddress(address)}`}
      intro={<Address address={address} isWhole href={null} />}
      actions={compare}
    >
      <Profile address={address} />
      <Equity address={address} />
      <OpenPositions address={address} />
      {/^\d+$/.test(position) && <PositionPanel id={Number(position)} close={() => setPosition('')} />}
      <Lifecycles address={address} chosen={position} choose={setPosition} />
      <Coins address={address} />
      <Trades address={address} />
      <EntityPanel address={address} />
      <Others address={address} />
    </Page>
  );
}
