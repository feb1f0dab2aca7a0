import type { Exchange } from '../../packages/exchange-simulator/src/exchange.ts';
import type { ExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { walletRoutes } from '../../packages/exchange-simulator/src/rest/wallet-routes.ts';
import type { Given } from '../given-facts.ts';

/** Ownership of wallets: as in the exchange's API, and as in its books, by the ultimate master. */
export interface OwnersTold extends Required<Pick<Given, 'subAccounts' | 'vaults'>> {
  entities: ReadonlyMap<string, { address: string; relation: string; name: string }[]>;
}

/** Maximum levels of ownership; the API has a single level. */
const hopsLimit = 4;

export function ownersTold(exchange: Exchange): OwnersTold {
  const ask = (route: keyof typeof walletRoutes, request: Record<string, string>) => {
    const record = { exchange, agents: noAgents } as unknown as ExchangeRecord;
    const answer = walletRoutes[route].answer(record, { type: route, ...request }, 0);
    if (typeof answer === 'string') throw new Error(`${route} answers ${answer}`);
    return JSON.parse(answer.json);
  };
  const reported = exchange.wallets.map(({ address }) => ({
    address,
    subAccounts: ask('subAccounts', { user: address }) ?? [],
    vault: ask('vaultDetails', { vaultAddress: address }),
  }));
  const masterOf = (wallet: number) => {
    let master = wallet;
    for (let hop = 0; hop < hopsLimit && exchange.wallets[master]!.owner >= 0; hop++)
      master = exchange.wallets[master]!.owner;
    return exchange.wallets[master]!.address;
  };
  const members = exchange.wallets.flatMap((_, owner) =>
    exchange.owned(owner).map(({ wallet, relation, name }) => ({
      master: masterOf(wallet),
      address: exchange.wallets[wallet]!.address,
      relation: relation === 'vault' ? 'linked' : 'subaccount',
      name,
    })),
  );
  const byAddress = members.sort((a, b) => (a.address < b.address ? -1 : 1));
  return {
    subAccounts: reported.flatMap(({ address: master, subAccounts }) =>
      subAccounts.map(({ subAccountUser, name }: Record<string, string>) => ({
        master,
        wallet: subAccountUser,
        name,
      })),
    ),
    vaults: reported.flatMap(({ address: vault, vault: details }) =>
      details === null || details.name === 'Protocol'
        ? []
        : [{ vault, leader: details.leader, name: details.name }],
    ),
    entities: new Map(
      [...Map.groupBy(byAddress, ({ master }) => master)].map(([master, own]) => [
        master,
        own.map(({ address, relation, name }) => ({ address, relation, name })),
      ]),
    ),
  };
}

const noAgents = { ownerOf: () => undefined, agentOf: () => undefined, signersOf: () => undefined };
