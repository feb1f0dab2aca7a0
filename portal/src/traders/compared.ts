/** The API's limit for one comparison. */
export const mostCompared = 5;

/** Wallets chosen for comparison, as an address of the traders' page names them. */
export function comparedWallets(query: Readonly<Record<string, string>>): string[] {
  return (query.wallets ?? '').split(',').filter((one) => /^0x[0-9a-f]{40}$/.test(one));
}

const storeKey = 'compared';

/** Wallets that were chosen on pages of their own, in this tab. */
export function chosenWallets(): string[] {
  return comparedWallets({ wallets: sessionStorage.getItem(storeKey) ?? '' }).slice(0, mostCompared);
}

/** Chooses a wallet for comparison with those before it; beyond the limit the first one goes. @returns all of them */
export function chooseWallet(address: string): string[] {
  const chosen = [...chosenWallets().filter((one) => one !== address), address].slice(-mostCompared);
  sessionStorage.setItem(storeKey, chosen.join(','));
  return chosen;
}
