import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';
import { type PostgresServer, postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { until } from '../until.ts';
import { visitor } from './browser-like.ts';

const password = 'correct horse battery';
let server: PostgresServer;
let portal: PortalHarness;

before(async () => {
  const [installation] = await postgresInstallations();
  server = await startPostgres(installation!);
  portal = await openPortalHarness({ postgresUrl: await server.createDatabase() });
});
after(async () => {
  await portal?.close();
  await server?.stop();
});

it('on Postgres several people sign up at once, each with an account of their own, and one invitation lets one in', async () => {
  const people = await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      const who = visitor(portal.toy.url);
      const form = { email: `person${number}@example.org`, password, name: `Person ${number}` };
      let made = await who.ask('POST', 'auth/sign-up/email', form);
      // A full machine may take longer to connect than is waited for.
      for (let tries = 0; made.status === 503 && tries < 5; tries++)
        made = await who.ask('POST', 'auth/sign-up/email', form);
      assert.equal(made.status, 200, made.text);
      const [first, second] = await Promise.all([who.ask('GET', 'session'), who.ask('GET', 'session')]);
      assert.deepEqual(first.body.accounts, second.body.accounts);
      assert.equal(first.body.accounts.length, 1);
      return { who, account: first.body.accounts[0].id as string };
    }),
  );
  assert.equal(new Set(people.map(({ account }) => account)).size, 4);
  const [owner] = people;
  const { body } = await owner!.who.ask('POST', `accounts/${owner!.account}/invitations`, { role: 'member' });
  const token = new URL(body.link).searchParams.get('invitation')!;
  const statuses = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const far = visitor(portal.toy.url, `198.51.100.${name.charCodeAt(0)}`);
      await far.ask('POST', 'invitation', { token });
      const form = { email: `${name}@example.org`, password, name };
      return (await far.ask('POST', 'auth/sign-up/email', form)).status;
    }),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
  const { members } = (await owner!.who.ask('GET', `accounts/${owner!.account}/members`)).body;
  assert.equal(members.length, 2);
  const { body: key } = await owner!.who.ask('POST', `accounts/${owner!.account}/keys`, { name: 'one' });
  assert.equal((await portal.call(key.key)).status, 200);
});

it('while Postgres is away the pages say so, and when to try again', async () => {
  await server.kill();
  const form = { email: 'late@example.org', password, name: 'Late' };
  const late = visitor(portal.toy.url);
  let away = await late.ask('POST', 'auth/sign-up/email', form);
  // A query on a connection that breaks gets the error.
  await until('every broken connection is noticed', async () => {
    if (away.status === 500) away = await late.ask('POST', 'auth/sign-up/email', form);
    return away.status !== 500;
  });
  // Before anything fails: the end of this file needs it.
  await server.restart();
  assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '5'], away.text);
  assert.match(away.text, /Keys and accounts cannot be reached at the moment/);
});
