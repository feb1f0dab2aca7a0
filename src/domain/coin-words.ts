/** What people call coins, and the ticker they mean. Tickers of thousands (`kPEPE`) are found by their token's name. */
const tickersByName: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bitcoin: 'BTC',
    xbt: 'BTC',
    ethereum: 'ETH',
    ether: 'ETH',
    solana: 'SOL',
    ripple: 'XRP',
    hyperliquid: 'HYPE',
    dogecoin: 'DOGE',
    cardano: 'ADA',
    avalanche: 'AVAX',
    polkadot: 'DOT',
    chainlink: 'LINK',
    litecoin: 'LTC',
    binance: 'BNB',
    'binance coin': 'BNB',
    toncoin: 'TON',
    tron: 'TRX',
    uniswap: 'UNI',
    aptos: 'APT',
    arbitrum: 'ARB',
    optimism: 'OP',
    cosmos: 'ATOM',
    polygon: 'POL',
    matic: 'POL',
    monero: 'XMR',
    zcash: 'ZEC',
    stellar: 'XLM',
    filecoin: 'FIL',
    'bitcoin cash': 'BCH',
    'ethereum classic': 'ETC',
    worldcoin: 'WLD',
    celestia: 'TIA',
    injective: 'INJ',
    dogwifhat: 'WIF',
    maker: 'MKR',
    curve: 'CRV',
    lido: 'LDO',
    jupiter: 'JUP',
    hedera: 'HBAR',
    algorand: 'ALGO',
    'internet computer': 'ICP',
    ethena: 'ENA',
    thorchain: 'RUNE',
    'shiba inu': 'kSHIB',
    shiba: 'kSHIB',
    fartcoin: 'FARTCOIN',
    'pump.fun': 'PUMP',
    tesla: 'TSLA',
    nvidia: 'NVDA',
    apple: 'AAPL',
    google: 'GOOGL',
    alphabet: 'GOOGL',
    amazon: 'AMZN',
    xau: 'GOLD',
    microsoft: 'MSFT',
    meta: 'META',
    palantir: 'PLTR',
    coinbase: 'COIN',
    xag: 'SILVER',
  }),
);

/** How other exchanges end the name of a market: `BTC-PERP`, `BTC/USD`, `BTCUSDT`. */
const quoteSuffix = /[-_/ ]?(perp|swap|usd[tche]?)$/i;

/**
 * Spellings of the coin that a text may mean, the text itself first: without the quote of other exchanges, by the ticker of a name, and as
 * the thousand that the exchange lists of cheap tokens. Which of them exist, the caller looks up.
 */
export function coinSpellingsOf(text: string): string[] {
  const trimmed = text.trim();
  const spellings = new Set<string>();
  let rest = trimmed;
  // A name may have both: BTC-USD-PERP.
  for (let parts = 0; parts < 3 && rest !== ''; parts++) {
    spellings.add(rest);
    const ticker = tickersByName.get(rest.toLowerCase());
    if (ticker !== undefined) spellings.add(ticker);
    rest = rest.replace(quoteSuffix, '');
  }
  for (const spelling of [...spellings]) {
    const bare = spelling.replace(/^(1000|1k)(?=[a-z])/i, '');
    if (/^[a-z]/i.test(bare)) spellings.add(`k${bare.toUpperCase()}`);
  }
  return [...spellings];
}
