/** Condition for perps of all dexes, as SQL: spot pairs and outcomes have balances (domain/coin-name.ts). */
export const isPerpCoin = "substring(coin, 1, 1) NOT IN ('@', '#', '+') AND position(coin, '/') = 0";
