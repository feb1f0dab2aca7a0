import { type CoinName, coinName } from './coin-name.ts';
import { LetterMark } from './mark.tsx';
import { Name } from './name.tsx';
import { coinPath } from './paths.ts';
import { useCoinName } from './use-coin-name.ts';

/** A market by its name, with a link to its page and a button that copies its coin. */
export function Coin({ coin }: { coin: string }) {
  const shown = useCoinName(coin);
  return (
    <Named
      coin={coin}
      shown={shown}
      href={coinPath(coin)}
      copied={{ text: coin, label: `Copy coin ${coin}` }}
    />
  );
}

/** A market by its name alone. @param pair name of a spot pair, if known */
export function CoinLabel({ coin, pair }: { coin: string; pair?: string | undefined }) {
  return <Named coin={coin} shown={coinName(coin, { pair })} href={null} />;
}

/** The coin of a market as the API takes it, with its icon and a button that copies it. */
export function CoinId({ coin }: { coin: string }) {
  const { name } = useCoinName(coin);
  return (
    <Name
      icon={<LetterMark name={name} />}
      text={coin}
      title="As the API names it"
      href={null}
      copied={{ text: coin, label: `Copy coin ${coin}` }}
    />
  );
}

interface NamedProps {
  coin: string;
  shown: CoinName;
  href: string | null;
  copied?: { text: string; label: string };
}

function Named({ coin, shown: { name, badge, badgeTitle }, href, copied }: NamedProps) {
  return (
    <Name
      look={/^[#+]/.test(coin) && name !== coin ? 'long' : undefined}
      icon={<LetterMark name={name} />}
      text={name}
      title={name === coin ? undefined : coin}
      {...{ badge, badgeTitle, href, copied }}
    />
  );
}
