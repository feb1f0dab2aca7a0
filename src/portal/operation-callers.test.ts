/** Every operation, called by each kind of caller: the operator, owners and members of an account, visitors, another account. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminCaller, adminToken } from '../../test/admin-harness.ts';
import { type Visitor, visitor } from '../../test/portal/browser-like.ts';
import { openPortalHarness, type PortalHarness } from '../../test/portal-harness.ts';
import { alertTermsOf } from '../alerts/terms.ts';
import { createLog } from '../kernel/log.ts';
import { adminRoutes } from '../operate/admin/routes.ts';
import { type AdminServer, serveAdmin } from '../operate/admin/server.ts';
import { createLocalOperations } from '../operate/local-operations.ts';
import type { Operation } from '../operate/operation.ts';
import { accountOperations, operationList } from '../operate/operations.ts';

const wallets = [`0x${'1'.repeat(40)}`];
interface Statuses {
  /** Undefined if the admin surface has no such route. */
  operator?: number;
  owner: number;
  member: number;
}
const everyone = (status: number): Statuses => ({ operator: status, owner: status, member: status });
const people = (status: number): Statuses => ({ owner: status, member: status });
const owners = (status: number): Statuses => ({ owner: status, member: 403 });

/** Statuses for people of the account; a visitor gets 401 and another account 404 from each. */
const table: Readonly<Record<string, { input?: object; statuses: Statuses }>> = {
  listKeys: { statuses: everyone(200) },
  createKey: { input: { name: 'laptop' }, statuses: everyone(201) },
  rotateKey: { statuses: everyone(201) },
  revokeKey: { statuses: everyone(200) },
  keepKey: { statuses: owners(200) },
  listLists: { statuses: everyone(200) },
  setList: { input: { wallets }, statuses: everyone(200) },
  findList: { statuses: everyone(200) },
  deleteList: { statuses: everyone(200) },
  readAlertTerms: { statuses: everyone(200) },
  listAlerts: { statuses: everyone(200) },
  createAlert: { input: { feed: 'trades', url: 'http://127.0.0.1:9/' }, statuses: everyone(201) },
  changeAlert: { input: { name: 'other' }, statuses: everyone(200) },
  findAlert: { statuses: everyone(200) },
  pauseAlert: { statuses: everyone(200) },
  resumeAlert: { statuses: everyone(200) },
  deleteAlert: { statuses: everyone(200) },
  listDeliveries: { statuses: everyone(200) },
  resendDeliveries: { input: { since: '2026-01-31T12:00:00Z' }, statuses: everyone(200) },
  // No message waits.
  skipDelivery: { statuses: everyone(404) },
  testAlert: { statuses: everyone(200) },
  rotateAlert: { statuses: everyone(200) },
  estimateAlert: { input: { feed: 'trades' }, statuses: everyone(200) },
  dryRunAlert: { input: { feed: 'trades' }, statuses: everyone(200) },
  invite: { input: { role: 'member' }, statuses: { operator: 201, ...owners(201) } },
  withdrawInvitation: { statuses: owners(200) },
  listMembers: { statuses: people(200) },
  changeMember: { input: { role: 'owner' }, statuses: owners(200) },
  // The target is another person: a member may only remove themselves.
  removeMember: { statuses: owners(200) },
  readPlan: { statuses: people(200) },
  // Nothing is sold.
  buyPlan: { input: { tier: 'pro' }, statuses: owners(404) },
  manageBilling: { statuses: owners(404) },
  listInvoices: { statuses: owners(200) },
  readUsage: { statuses: people(200) },
};

let portal: PortalHarness;
let admin: AdminServer;
let account: { id: string; name: string };
let owner: Visitor;
let member: Visitor;
let other: { who: Visitor; id: string };

before(async () => {
  // A store without fills.
  const newest = { seq: '0', token: '', newest: '0' };
  const analytics = {
    rows: async ({ name }: { name: string }) => (/newest|up_to/.test(name) ? [newest] : []) as never[],
  };
  const terms = alertTermsOf({ alertRules: 'enterprise=100', alertAddresses: 'any' });
  portal = await openPortalHarness({ guest: 'free', alerts: terms, analytics });
  const operations = createLocalOperations({
    control: async () => portal.control,
    fills: async () => ({ analytics }) as never,
    alerts: terms,
    journalDir: '',
    batchFills: 1,
    status: { version: '0', pid: 1, command: 'test', startedAtMs: 0 },
  });
  const log = createLog({ level: 'silent' });
  admin = await serveAdmin({ operations, log, token: adminToken, host: '127.0.0.1', port: 0 });
  const one = await newPerson('owner');
  owner = one.who;
  account = one;
  await portal.control.grantTier({ accountName: account.name, tier: 'enterprise' });
  member = await newMember('member');
  const another = await newPerson('other');
  other = { who: another.who, id: another.id };
});
after(async () => {
  await admin?.close(0);
  await portal?.close();
});

async function newPerson(name: string): Promise<{ who: Visitor; id: string; name: string }> {
  const who = visitor(portal.toy.url);
  const form = { email: `${name}@example.org`, password: 'correct horse battery', name };
  assert.equal((await who.ask('POST', 'auth/sign-up/email', form)).status, 200);
  const [own] = (await who.ask('GET', 'session')).body.accounts;
  return { who, id: own.id, name: own.name };
}

async function newMember(name: string): Promise<Visitor> {
  const { body } = await owner.ask('POST', `accounts/${account.id}/invitations`, { role: 'member' });
  const token = new URL(body.link).searchParams.get('invitation')!;
  const { who } = await newPerson(name);
  assert.equal((await who.ask('POST', 'invitation/accept', { token })).status, 200);
  return who;
}

/** The path of an operation below an account, as the operator's own path spells it. */
function pathOf({ path }: { path: string }, of: string, names: Record<string, string> = {}): string {
  const below = path.replace('/admin/v1/', '').replace('accounts/{account}/', '');
  return `accounts/${of}/${below.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'none')}`;
}

/** Calls an operation over the admin surface, for the account. */
async function callAsOperator({ method, path, input }: Operation, names: Record<string, string>, given = {}) {
  const ofAccount = Object.hasOwn(input.properties, 'account') && !path.includes('{account}');
  const fields = { ...given, ...(ofAccount && { account: account.name }) };
  const all: Record<string, string> = { ...names, account: encodeURIComponent(account.name) };
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => all[name] ?? 'none');
  const query = method === 'GET' ? `?${new URLSearchParams(fields)}` : '';
  return await adminCaller(admin.url)(
    `${method} ${target}${query}`,
    method === 'GET' ? {} : { body: fields },
  );
}

let made = 0;
/** Names of a new list, alert, key, member or invitation of the account, whichever the path has; the maker of a key to decide about has left. */
async function freshNames({ name: called, path, owned }: Operation): Promise<Record<string, string>> {
  made += 1;
  if (path.includes('{name}')) {
    const list = `list ${made}/${made}`;
    await portal.control.lists.setList({ accountName: account.name, name: list, wallets });
    return { name: encodeURIComponent(list) };
  }
  if (owned === 'alert') {
    const { id } = await portal.control.alerts.createAlert({
      accountName: account.name,
      name: 'whales',
      subscription: { type: 'trades' },
      url: 'http://127.0.0.1:9/',
      format: 'json',
      coolDownMs: 0,
      from: { place: 0, token: '' },
      mostOf: () => 100,
    });
    return { id };
  }
  if (path.includes('/members/')) {
    const who = await newMember(`another${made}`);
    return { id: await idOf(who) };
  }
  if (path.includes('/invitations/')) {
    const { id } = await portal.control.invite({
      accountName: account.name,
      role: 'member',
      expiresAtMs: portal.nowMs() + 60_000,
    });
    return { id };
  }
  if (called !== 'keepKey') {
    const { id } = await portal.control.createKey({ accountName: account.name });
    return { id };
  }
  const leaver = await newMember(`leaver${made}`);
  const { body } = await leaver.ask('POST', `accounts/${account.id}/keys`, { name: 'left' });
  const membership = `accounts/${account.id}/members/${await idOf(leaver)}`;
  assert.equal((await leaver.ask('DELETE', membership)).status, 200);
  return { id: body.id };
}

/** Id of a member. */
async function idOf(who: Visitor): Promise<string> {
  const { members } = (await who.ask('GET', `accounts/${account.id}/members`)).body;
  return members.find((one: { self: boolean }) => one.self).id;
}

test('the table has a line for every operation of accounts', () => {
  assert.deepEqual(accountOperations.map(({ name }) => name).sort(), Object.keys(table).sort());
});

for (const operation of accountOperations as readonly Operation[]) {
  test(`${operation.name} is answered to people of the account, and refused to others`, async () => {
    const { input, statuses } = table[operation.name]!;
    const callAs = async (who: Visitor, of: string) => {
      const names = await freshNames(operation);
      return await who.ask(operation.method, pathOf(operation, of, names), input);
    };
    const asOperator = await callAsOperator(operation, await freshNames(operation), input);
    assert.equal(asOperator.status, statuses.operator ?? (asOperator.status === 405 ? 405 : 404));
    assert.equal((await callAs(owner, account.id)).status, statuses.owner);
    assert.equal((await callAs(member, account.id)).status, statuses.member);
    assert.equal((await callAs(visitor(portal.toy.url), account.id)).status, 401);
    assert.equal((await callAs(other.who, account.id)).status, 404);
    // The path of its own account does not give another account access to what this one has.
    if (operation.owned !== undefined) assert.equal((await callAs(other.who, other.id)).status, 404);
  });
}

test('people of an account name at most a thousand wallets in an alert', async () => {
  const many = Array.from({ length: 1_001 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`);
  const alert = { feed: 'trades', url: 'http://127.0.0.1:9/' };
  const create = (wallets: string[]) =>
    owner.ask('POST', `accounts/${account.id}/alerts`, { ...alert, wallets });
  const refused = await create(many);
  assert.deepEqual([refused.status, refused.body.code], [400, 'INVALID_INPUT']);
  assert.match(refused.body.detail, /wallets has 1001 addresses; name at most 1000/);
  assert.equal((await create(many.slice(1))).status, 201);
});

test('operations of the operator alone have no path of the pages, and those of accounts alone none of the operator', async () => {
  const ofAccounts = new Set<string>(accountOperations.map(({ name }) => name));
  for (const operation of operationList) {
    assert.ok(operation.for.includes('operator' as never), operation.name);
    if (ofAccounts.has(operation.name)) continue;
    for (const who of [owner, member, visitor(portal.toy.url), other.who]) {
      const { status } = await who.ask(operation.method, pathOf(operation, account.id));
      assert.ok(status === 404 || status === 405, `${operation.name}: ${status}`);
    }
  }
  const ofOperator = new Set(adminRoutes.map(({ method, path }) => `${method} ${path}`));
  for (const { method, path, for: callers } of accountOperations as readonly Operation[])
    assert.equal(ofOperator.has(`${method} ${path}`), callers.includes('operator'), path);
});

test('what a session decides is not taken from a request: the account, the tier, the maker', async () => {
  const path = `accounts/${account.id}/keys`;
  for (const field of [{ account: 'other@example.org' }, { tier: 'enterprise' }, { madeBy: 'somebody' }])
    assert.equal((await member.ask('POST', path, { name: 'x', ...field })).status, 400);
  assert.equal((await member.ask('GET', `${path}?account=other%40example.org`)).status, 400);
});
