/** A wallet by the last 16 of its 20 bytes, which take half the time: the engine's own count of texts rests on 16 bytes, too. */
export const walletKey = 'reinterpretAsUInt128(substring(wallet, 5))';

export const distinctWallets = `uniqExact(${walletKey})`;

/** Address of a column of 20 bytes. */
export const addressOf = (column: string) => `concat('0x', lower(hex(${column})))`;
