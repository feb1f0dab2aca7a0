import assert from 'node:assert/strict';
import { it } from 'node:test';
import { walletListLimits } from '../../src/control/wallet-lists.ts';
import type { AccountStage } from './control-accounts.ts';
import { fault } from './control-fault.ts';

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const upper = (one: string) => `0x${one.slice(2).toUpperCase()}`;

/** Guarantees of every control store for lists of wallets. */
export function listConformance({ store, nowMs, pass }: AccountStage): void {
  let accounts = 0;
  const lists = () => store().lists;

  async function newAccount(): Promise<string> {
    accounts += 1;
    const accountName = `lists ${accounts}`;
    await store().createAccount(accountName);
    return accountName;
  }

  it('keeps wallets under a name, each once, in lower case and in order', async () => {
    const accountName = await newAccount();
    const wallets = [upper(address(0xab)), address(3), address(0xab)];
    const made = await lists().setList({ accountName, name: 'desk', wallets });
    const { version, ...others } = made;
    assert.deepEqual(others, { account: accountName, name: 'desk', wallets: 2, changedAtMs: nowMs() });
    const found = await lists().findList({ accountName, name: 'desk' });
    assert.deepEqual(found, { ...made, wallets: [address(3), address(0xab)] });
    assert.deepEqual(await lists().listLists({ accountName }), [made]);
  });

  it('answers what changed since a version, and nothing of a list that is not there', async () => {
    const accountName = await newAccount();
    const others = (await store().findAccount(await newAccount())).id;
    const { version } = await lists().setList({ accountName, name: 'desk', wallets: [address(1)] });
    const of = { accountId: (await store().findAccount(accountName)).id, name: 'desk' };
    assert.deepEqual(await lists().listSince(of, undefined), { version, wallets: [address(1)] });
    assert.deepEqual(await lists().listSince(of, version), { version, wallets: undefined });
    pass(1_000);
    const next = await lists().setList({ accountName, name: 'desk', wallets: [address(2)] });
    assert.notEqual(next.version, version);
    assert.deepEqual(await lists().listSince(of, version), { version: next.version, wallets: [address(2)] });
    assert.equal(await lists().listSince({ accountId: others, name: 'desk' }, undefined), undefined);
    assert.equal(await lists().listSince({ ...of, name: 'Desk' }, version), undefined);
  });

  it('gives a list that is made again another version', async () => {
    const of = { accountName: await newAccount(), name: 'desk' };
    const { version } = await lists().setList({ ...of, wallets: [address(1)] });
    await lists().deleteList(of);
    const again = await lists().setList({ ...of, wallets: [address(2)] });
    assert.notEqual(again.version, version);
  });

  it('refuses what is no address, an empty list and one too long, and leaves the list as it was', async () => {
    const of = { accountName: await newAccount(), name: 'desk' };
    await lists().setList({ ...of, wallets: [address(1)] });
    const bad = [address(2), '0x12'];
    await assert.rejects(
      lists().setList({ ...of, wallets: bad }),
      fault('invalid_input', 'wallet 2', '0x12'),
    );
    await assert.rejects(lists().setList({ ...of, wallets: [] }), fault('invalid_input', '1 to 10000'));
    const tooMany = Array.from({ length: walletListLimits.wallets + 1 }, (_, n) => address(n));
    await assert.rejects(lists().setList({ ...of, wallets: tooMany }), fault('invalid_input', '10001'));
    const all = tooMany.slice(1);
    for (const name of [' desk', '.', '..'])
      await assert.rejects(
        lists().setList({ ...of, name, wallets: all }),
        fault('invalid_input', 'name of the list'),
      );
    assert.deepEqual((await lists().findList(of)).wallets, [address(1)]);
    assert.equal((await lists().setList({ ...of, wallets: all })).wallets, walletListLimits.wallets);
  });

  it('holds an account to its number of lists, also where these are made at once', async () => {
    const accountName = await newAccount();
    const name = (n: number) => `list ${n}`;
    const make = (n: number) => lists().setList({ accountName, name: name(n), wallets: [address(n)] });
    for (let n = 2; n <= walletListLimits.perAccount; n++) await make(n);
    const made = await Promise.allSettled([make(1), make(0)]);
    assert.deepEqual(made.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const refused = made.find((one) => one.status === 'rejected')!;
    assert.ok(fault('list_limit', accountName, '100', 'delete one')(refused.reason));
    await make(5);
  });

  it('names a list, and an account, that are not there', async () => {
    const accountName = await newAccount();
    await assert.rejects(
      lists().findList({ accountName, name: 'none' }),
      fault('unknown_list', accountName, 'none'),
    );
    await assert.rejects(lists().deleteList({ accountName, name: 'none' }), fault('unknown_list', 'none'));
    await assert.rejects(
      lists().setList({ accountName: `${accountName}x`, name: 'a', wallets: [address(1)] }),
      fault('unknown_account', accountName),
    );
  });

  it('keeps a list that an alert is of, and makes no alert of one that is not there', async () => {
    const of = { accountName: await newAccount(), name: 'desk' };
    const alert = {
      accountName: of.accountName,
      name: 'whales',
      subscription: { type: 'trades', list: 'desk' },
      url: 'https://example.com/hook',
      coolDownMs: 0,
      from: { place: 10, token: 't10' },
      format: 'json' as const,
      mostOf: () => 3,
    };
    await assert.rejects(store().alerts.createAlert(alert), fault('unknown_list', 'desk'));
    await lists().setList({ ...of, wallets: [address(1)] });
    const { id } = await store().alerts.createAlert(alert);
    await assert.rejects(lists().deleteList(of), fault('list_in_use', id));
    await assert.rejects(
      store().alerts.changeAlert(id, { subscription: { type: 'trades', list: 'other' } }),
      fault('unknown_list', 'other'),
    );
    await store().alerts.changeAlert(id, { subscription: { type: 'trades' } });
    const { wallets } = await lists().deleteList(of);
    assert.equal(wallets, 1);
    assert.deepEqual(await lists().listLists({ accountName: of.accountName }), []);
  });
}
