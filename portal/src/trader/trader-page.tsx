import { shortAddress } from '../names/short-address.ts';
import { Wallet } from '../names/wallet.tsx';
import './trader.css';
import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import { AlertMe } from '../alerts/alert-me.tsx';
import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useFollowed, useSeenPage } from '../followed/followed.ts';
import { Star } from '../followed/star.tsx';
import { WalletName } from '../followed/wallet-name.tsx';
import { useAddressState } from '../frame/address-state.ts';
import { Page } from '../frame/page.tsx';
import { PositionPanel } from '../lifecycle/position-panel.tsx';
import { UnknownName } from '../states/unknown-name.tsx';
import { CompareLink } from '../traders/compare-link.tsx';
import { AllTime } from './all-time.tsx';
import { Coins } from './coins.tsx';
import { EntityPanel } from './entity-panel.tsx';
import { FillsChart } from './fills-chart.tsx';
import { Headline } from './headline.tsx';
import { Lifecycles } from './lifecycles.tsx';
import { Breakdown, NetProfit } from './net-profit.tsx';
import { OpenPositions } from './open-positions.tsx';
import { Others } from './others.tsx';
import { Realized } from './realized.tsx';
import { Skill } from './skill.tsx';
import { Trades } from './trades.tsx';

const noFillsOf = 'No trades of this wallet are stored. Its open positions, if it has any, are below.';

/** Parts of the page by their name in its address. A part loads only what it shows. */
const parts: Readonly<Record<string, (props: { address: string }) => ComponentChildren>> = {
  overview: ({ address }) => (
    <>
      <Headline address={address} />
      <NetProfit address={address} />
      <OpenPositions address={address} />
    </>
  ),
  positions: Positions,
  trades: ({ address }) => (
    <>
      <AllTime address={address} part="trades" />
      <FillsChart address={address} />
      <Trades address={address} />
      <Coins address={address} />
    </>
  ),
  costs: ({ address }) => (
    <>
      <AllTime address={address} part="costs" />
      <Breakdown address={address} />
    </>
  ),
  skill: ({ address }) => (
    <>
      <AllTime address={address} part="skill" />
      <Skill address={address} />
      <Realized address={address} />
    </>
  ),
  related: ({ address }) => (
    <>
      <EntityPanel address={address} />
      <Others address={address} />
    </>
  ),
};

function Positions({ address }: { address: string }) {
  const [position, setPosition] = useAddressState('position', '');
  return (
    <>
      {/^\d+$/.test(position) && <PositionPanel id={Number(position)} close={() => setPosition('')} />}
      <Lifecycles address={address} chosen={position} choose={setPosition} />
    </>
  );
}

/** Everything known of one wallet. */
export default function TraderPage() {
  const address = (useRoute().params.address ?? '').toLowerCase();
  if (!/^0x[0-9a-f]{40}$/.test(address)) {
    return (
      <Page title="Trader">
        <UnknownName name={address} why="An address is 0x and 40 digits from 0 to f." />
      </Page>
    );
  }
  return <TraderPanels key={address} address={address} />;
}

function TraderPanels({ address }: { address: string }) {
  // An address from before the tabs may name a position alone.
  const isPosition = useRoute().query.position !== undefined;
  const [asked] = useAddressState('tab', isPosition ? 'positions' : 'overview');
  const tab = Object.hasOwn(parts, asked) ? asked : 'overview';
  const Part = parts[tab]!;
  const label = useFollowed().labels[address];
  const { body: trader, failure } = useAnswer(callOf('pulse.trader', { address }));
  useSeenPage(trader && `/trader/${address}`);
  // A wallet without a fill may hold a position all the same: its state is read from the exchange.
  const isUnseen = trader === undefined && failure?.status === 404;
  const head = {
    title: label ?? `Trader ${shortAddress(address)}`,
    intro: <Wallet address={address} isWhole href={null} />,
    actions: (
      <>
        <Star kind="wallets" id={address} />
        <AlertMe of={{ feed: 'tradesByUser', user: address }} />
        <WalletName address={address} />
        {!isUnseen && <CompareLink address={address} />}
      </>
    ),
  };
  if (isUnseen) {
    return (
      <Page {...head}>
        <UnknownName name={address} why={noFillsOf} />
        <OpenPositions address={address} />
        <EntityPanel address={address} />
      </Page>
    );
  }
  return (
    <Page {...head}>
      <nav class="lists" aria-label="Parts of the page">
        {Object.keys(parts).map((part) => (
          <a
            key={part}
            href={part === 'overview' ? `/trader/${address}` : `/trader/${address}?tab=${part}`}
            aria-current={part === tab ? 'page' : undefined}
          >
            {part[0]!.toUpperCase() + part.slice(1)}
          </a>
        ))}
      </nav>
      <Part key={tab} address={address} />
    </Page>
  );
}
