import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { sparkDays, TraderSpark, TraderSparks } from '../chart/trader-sparks.tsx';
import { Toned } from '../format/change.tsx';
import { price, signedPercent, signedUsd, usd } from '../format/numbers.ts';
import { listMs } from '../frame/pace.ts';
import { Coin } from '../names/coin.tsx';
import { Wallet } from '../names/wallet.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { useFollowed } from './followed.ts';

/** More rows than these are a call each for a page that is to be read at a glance. */
const shownWallets = 12;

/** Followed entries with their newest figures, and recently visited pages; empty at a first visit. */
export function FollowedPanel() {
  const { wallets, coins, seen } = useFollowed();
  if (wallets.length + coins.length + seen.length === 0) return null;
  return (
    <Panel title="What you follow" actions={<span class="dim">Kept in this browser</span>}>
      {coins.length > 0 && <FollowedCoins coins={coins} />}
      {wallets.length > 0 && <FollowedWallets wallets={wallets.slice(0, shownWallets)} />}
      {seen.length > 0 && (
        <p class="note seen">
          <span class="dim">Recently viewed:</span>{' '}
          {seen.map((path) => (
            <Seen key={path} path={path} />
          ))}
        </p>
      )}
    </Panel>
  );
}

/** Subject of a page, by its path. */
function Seen({ path }: { path: string }) {
  const [, kind, id = ''] = path.split('/').map(decodeURIComponent);
  if (kind === 'trader') return <Wallet address={id} />;
  if (kind === 'coin') return <Coin coin={id} />;
  return <a href={path}>{id}</a>;
}

function FollowedCoins({ coins }: { coins: readonly string[] }) {
  const { body } = useAnswer(callOf('pulse.market-overview'), { everyMs: listMs });
  const markets = new Map((body?.markets ?? []).map((market) => [market.coin, market]));
  return (
    <table aria-label="Coins you follow">
      <thead>
        <tr>
          <th class="left">Coin</th>
          <th class="number">Mark</th>
          <th class="number">24 h</th>
          <th class="number">Volume 24 h</th>
        </tr>
      </thead>
      <tbody>
        {coins.map((coin) => (
          <CoinRow key={coin} coin={coin} market={markets.get(coin)} />
        ))}
      </tbody>
    </table>
  );
}

function CoinRow({ coin, market }: { coin: string; market: Schemas['HLMarketData'] | undefined }) {
  return (
    <tr>
      <td class="left">
        <Coin coin={coin} />
      </td>
      <td class="number">{price(market?.markPx)}</td>
      <td class="number">
        <Toned value={market?.change24h}>{signedPercent(market?.change24h)}</Toned>
      </td>
      <td class="number">{usd(market?.volume24h)}</td>
    </tr>
  );
}

function FollowedWallets({ wallets }: { wallets: readonly string[] }) {
  return (
    <TraderSparks addresses={wallets}>
      <table aria-label="Wallets you follow">
        <thead>
          <tr>
            <th class="left">Wallet</th>
            <th class="number">Net PnL</th>
            <th class="number">Realized PnL</th>
            <th class="number wide">{sparkDays} days</th>
            <th class="number">Unrealized PnL</th>
            <th class="number">Volume</th>
          </tr>
        </thead>
        <tbody>
          {wallets.map((address) => (
            <WalletRow key={address} address={address} />
          ))}
        </tbody>
      </table>
    </TraderSparks>
  );
}

function WalletRow({ address }: { address: string }) {
  const { body } = useAnswer(callOf('pulse.trader', { address }), { everyMs: 30_000 });
  const gain = (value: number | undefined) => (
    <td class="number">
      <Toned value={value}>{signedUsd(value)}</Toned>
    </td>
  );
  return (
    <tr>
      <td class="left">
        <Wallet address={address} />
      </td>
      {gain(body?.netPnl)}
      {gain(body?.totalPnl)}
      <td class="number wide">
        <TraderSpark address={address} />
      </td>
      {gain(body?.unrealizedPnl)}
      <td class="number">{usd(body?.totalVolume)}</td>
    </tr>
  );
}
