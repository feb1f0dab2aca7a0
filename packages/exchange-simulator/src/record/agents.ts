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
}

/** Every n-th trader has an agent. */
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
    ownerOf(address) {
      owners ??= allOwners();
      return owners.get(address);
    },
  };
}
