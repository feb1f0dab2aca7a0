import { addressOf } from '../hex.ts';
import type { Wallet } from '../population.ts';

/**
 * Agents: addresses that may sign for a wallet and have no account of their own
 * (docs/exchange.md#addresses).
 */
export interface Agents {
  /** Agent of a wallet; most wallets have none. */
  agentOf(wallet: number): string | undefined;
  /** The wallet that an agent signs for. @param address in lower case */
  ownerOf(address: string): number | undefined;

  /** Wallets of which two must sign for a wallet; most wallets sign for themselves. */
  signersOf(wallet: number): string[] | undefined;
}

/** Every n-th trader has an agent, and as many have signers. */
const share = 10;

export function createAgents(wallets: readonly Wallet[]): Agents {
  // Made at the first question: a big run has hundred thousands.
  let owners: Map<string, number> | undefined;
  const agentOf = (wallet: number) => {
    const owner = wallets[wallet]!;
    if (wallet % share !== 0 || owner.character === 'system') return undefined;
    return addressOf(`agent of ${owner.address}`, wallet);
  };
  function allOwners(): Map<string, number> {
    const found = new Map<string, number>();
    for (let wallet = 0; wallet < wallets.length; wallet++) {
      const agent = agentOf(wallet);
      if (agent !== undefined) found.set(agent, wallet);
    }
    return found;
  }
  return {
    agentOf,
    signersOf(wallet) {
      const { address, character } = wallets[wallet]!;
      if (wallet % share !== 1 || character === 'system') return undefined;
      return [1, 2, 3].map((signer) => addressOf(`signer ${signer} of ${address}`, wallet));
    },
    ownerOf(address) {
      owners ??= allOwners();
      return owners.get(address);
    },
  };
}
