import { Type } from 'typebox';
import type { ControlStore } from '../control/store.ts';
import { type WalletListSummary, walletListLimits } from '../control/wallet-lists.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { AccountAccess } from './account-access.ts';
import { form, json, type PortalRoutes } from './portal-call.ts';

/** What fits into a form; a list that an operator keeps may have ten thousand. */
const formWallets = 1_000;
const name = Type.String({ minLength: 1, maxLength: 64 });
const strict = { additionalProperties: false };
const wanted = Type.Object(
  { name, wallets: Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: formWallets }) },
  strict,
);
const named = Type.Object({ name }, strict);

/** Lists of wallets of an account, which all of its people may make, change and delete. A name may hold what no path does. */
export function listRoutes({
  control: { lists },
  access,
}: {
  control: Pick<ControlStore, 'lists'>;
  access: AccountAccess;
}): PortalRoutes {
  return {
    'accounts/{account}/lists': {
      async GET(asked, names) {
        const { account } = await access(asked, names);
        const shown = (await lists.listLists({ accountName: account.name })).map(summaryOf);
        return json({ lists: shown, limit: walletListLimits.perAccount, walletsLimit: formWallets });
      },
      async PUT(asked, names) {
        const { account } = await access(asked, names);
        return json(
          summaryOf(await lists.setList({ accountName: account.name, ...(await form(asked, wanted)) })),
        );
      },
      async DELETE(asked, names) {
        const { account } = await access(asked, names);
        const of = { accountName: account.name, ...(await form(asked, named)) };
        return json(summaryOf(await lists.deleteList(of)));
      },
    },
    'accounts/{account}/lists/wallets': {
      async POST(asked, names) {
        const { account } = await access(asked, names);
        const { wallets } = await lists.findList({
          accountName: account.name,
          ...(await form(asked, named)),
        });
        return json({ wallets });
      },
    },
  };
}

const summaryOf = ({ name, wallets, changedAtMs }: WalletListSummary) => ({
  ...{ name, wallets, changedAt: rfc3339(changedAtMs) },
});
