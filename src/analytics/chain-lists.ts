/** Reads the fills of some chains of wallet and coin, for views that follow the store chain by chain. */

/** The order of chains, and of the fills in one; those of one millisecond are the reader's to order. */
export const inChainOrder = 'ORDER BY wallet, coin, time, seq';

/** A list as a set of rows: a list alone does not prune by the key, and is worked out again and again. */
export const inWalletList = 'wallet IN (SELECT arrayJoin({wallets:Array(Wallet)}))';

/** The lists have one place for each chain: from when on it is read, and `least` of these; at most `most` fills. */
export const chainListParams = {
  wallets: 'Array(Wallet)',
  coins: 'Array(String)',
  from_ms: 'Array(Int64)',
  least: 'TimeMs',
  most: 'UInt64',
} as const;

/**
 * @param columns of `fills`
 * @param chain SQL for the coin that keys a fill's chain, and the condition on fills; default: all fills, keyed by their own coin
 */
export function fillsOfChains(columns: string, chain = { coin: 'fills.coin', where: '1' }): string {
  return `
    SELECT ${columns}
    FROM fills
    INNER JOIN (
      SELECT wallet, chain, from_ms
      FROM (SELECT {wallets:Array(Wallet)} AS w, {coins:Array(String)} AS c, {from_ms:Array(Int64)} AS f)
      ARRAY JOIN w AS wallet, c AS chain, f AS from_ms
    ) AS chains ON chains.wallet = fills.wallet AND chains.chain = ${chain.coin}
    WHERE fills.${inWalletList} AND ${chain.where} AND time >= {least:TimeMs} AND toUnixTimestamp64Milli(time) >= from_ms
    ORDER BY fills.wallet, chains.chain, time, seq
    LIMIT {most:UInt64}`;
}
