import '../trader/trader.css';
import { useAddressState } from '../frame/address-state.ts';
import { Page } from '../frame/page.tsx';
import { ArchetypePanel } from './archetype-panel.tsx';

import { Compare } from './compare.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { positionLists } from './position-lists.tsx';
import { SavedViews } from './saved-views.tsx';
import { walletLists } from './wallet-lists.tsx';

const archetypes = [...walletLists, ...positionLists];

/** Who wins, who loses, who trades most, and lists of traders of a kind. */
export default function TradersPage() {
  const [view] = useAddressState('list', '');
  const archetype = archetypes.find(({ id }) => id === view);
  return (
    <Page title="Traders" intro="Every wallet that has traded, ranked, and lists of traders that stand out.">
      <nav class="lists" aria-label="Lists of traders">
        <ListLink id={undefined} name="Leaderboard" current={view} />
        {archetypes.map(({ id, name }) => (
          <ListLink key={id} id={id} name={name} current={view} />
        ))}
      </nav>
      {archetype === undefined && <SavedViews />}
      <Compare />
      {archetype === undefined ? (
        <Leaderboard />
      ) : (
        <ArchetypePanel key={archetype.id} archetype={archetype} />
      )}
    </Page>
  );
}

function ListLink({ id, name, current }: { id: string | undefined; name: string; current: string }) {
  const { wallets } = Object.fromEntries(new URLSearchParams(location.search));
  const kept = wallets === undefined ? '' : `wallets=${wallets}`;
  const query = [id && `list=${id}`, kept].filter(Boolean).join('&');
  return (
    <a
      href={query === '' ? '/traders' : `/traders?${query}`}
      aria-current={(id ?? '') === current ? 'page' : undefined}
    >
      {name}
    </a>
  );
}
