import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Toned } from '../format/change.tsx';
import { price, signedPercent, unknown, usd } from '../format/numbers.ts';
import { listMs } from '../frame/pace.ts';
import { useKey } from '../frame/use-key.ts';
import { isSpot } from '../market/spot.ts';
import { CoinLabel } from '../names/coin.tsx';
import { coinPath } from '../names/paths.ts';
import { words } from '../words/coin.ts';

type Market = Schemas['HLMarketData'];

const call = callOf('pulse.market-overview');
const listId = 'markets-found';
const optionId = (at: number) => `${listId}-${at}`;
/** Maximum rows of the list; the search finds the rest by name. */
const mostRows = 40;

/** Markets whose name contains a text, sorted by open interest; spot markets last, sorted by volume. */
export function marketsFor(markets: readonly Market[], text: string): Market[] {
  const wanted = text.trim().toLowerCase();
  const size = ({ coin, openInterest, volume24h }: Market) => (isSpot(coin) ? volume24h / 1e6 : openInterest);
  const begins = ({ coin, symbol }: Market) =>
    wanted !== '' && [coin, symbol].some((name) => name.toLowerCase().startsWith(wanted)) ? 1 : 0;
  return markets
    .filter(({ coin, symbol }) => `${coin} ${symbol}`.toLowerCase().includes(wanted))
    .sort((a, b) => begins(b) - begins(a) || size(b) - size(a))
    .slice(0, mostRows);
}

/** Goes to another market: a list that is searched, by mouse or keys. `m` opens it. */
export function MarketSwitcher({ coin }: { coin: string }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useKey('m', () => setOpen(true));
  useEffect(() => {
    if (!isOpen) return undefined;
    const away = ({ target }: MouseEvent) => {
      if (!place.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener('mousedown', away);
    return () => removeEventListener('mousedown', away);
  }, [isOpen]);
  return (
    <div ref={place} class="switcher">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-haspopup="listbox"
        title={words.switchHint}
        onClick={() => setOpen(!isOpen)}
      >
        {words.switchMarket} ▾
      </button>
      {isOpen && <MarketList coin={coin} close={() => setOpen(false)} />}
    </div>
  );
}

function MarketList({ coin, close }: { coin: string; close: () => void }) {
  const { route } = useLocation();
  const { body } = useAnswer(call, { everyMs: listMs });
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useMemo(() => marketsFor(body?.markets ?? [], text), [body, text]);
  const go = (market: Market | undefined) => {
    if (market === undefined) return;
    close();
    // Keeps the reader's choices of the page: interval, lines, units.
    if (market.coin !== coin) route(`${coinPath(market.coin)}${location.search}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = Math.max(0, found.length - 1);
    if (event.key === 'ArrowDown') setChosen(Math.min(last, chosen + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
    else if (event.key === 'Enter') go(found[chosen]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <div class="found markets">
      <input
        type="search"
        // biome-ignore lint/a11y/noRedundantRoles: without a list of the browser it has no such role
        role="combobox"
        list={undefined}
        aria-label={words.findMarket}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(chosen) : undefined}
        placeholder={words.findMarket}
        autoComplete="off"
        spellcheck={false}
        value={text}
        // The reader has asked for it.
        ref={(input) => {
          if (input !== null && document.activeElement !== input) input.focus();
        }}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      {body !== undefined && found.length === 0 && <p class="dim">{words.noMarket}</p>}
      <div id={listId} role="listbox" aria-label={words.switchMarket}>
        {found.map((market, at) => (
          <MarketOption key={market.coin} {...{ market, at, go }} isChosen={at === chosen} />
        ))}
      </div>
    </div>
  );
}

interface MarketOptionProps {
  market: Market;
  at: number;
  isChosen: boolean;
  go: (market: Market) => void;
}

function MarketOption({ market, at, isChosen, go }: MarketOptionProps) {
  const { coin, symbol, markPx, change24h, openInterest } = market;
  return (
    <div
      id={optionId(at)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      ref={(row) => {
        if (isChosen) row?.scrollIntoView({ block: 'nearest' });
      }}
      onMouseDown={(event) => {
        event.preventDefault();
        go(market);
      }}
    >
      <span>
        <CoinLabel coin={coin} pair={symbol} />
      </span>
      <span>{markPx > 0 ? price(markPx) : unknown}</span>
      <Toned value={change24h}>{signedPercent(change24h)}</Toned>
      <span class="dim">{isSpot(coin) ? 'spot' : usd(openInterest)}</span>
    </div>
  );
}
