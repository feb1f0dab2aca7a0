import { useState } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import { FailureNote } from '../states/failure-note.tsx';
import { words } from '../words/account.ts';
import { FormPage } from './form-page.tsx';
import { askPortal, useDeed, usePortal } from './portal-ask.ts';

interface Asked {
  /** Address that reports a refused request to the program. */
  redirect?: string;
  client: string;
  returnsTo: string;
  accounts: { id: string; name: string; tier: string }[];
}

/** `/authorize`: a program of a person asks to be let in, in the name of an account of theirs (OAuth). */
export default function AuthorizePage() {
  const session = useSession();
  const isIn = session?.user != null;
  const { body, failure } = usePortal<Asked>(isIn ? `authorization${location.search}` : undefined);
  const deed = useDeed();
  const [account, setAccount] = useState<string>();
  const decide = (allows: boolean) =>
    deed.run(async () => {
      const fields = { query: location.search, account: account ?? body?.accounts[0]?.id ?? '', allows };
      const { redirect } = await askPortal<{ redirect: string }>('POST', 'authorization', fields);
      location.assign(redirect);
    });
  if (session === undefined) return <FormPage title={words.authorize}>{null}</FormPage>;
  if (!isIn) {
    const next = encodeURIComponent(`/authorize${location.search}`);
    return (
      <FormPage title={words.authorize}>
        <p>{words.authorizeFirst}</p>
        <a href={`/login?next=${next}`}>{words.login}</a>
      </FormPage>
    );
  }
  return (
    <FormPage title={words.authorize}>
      {failure !== undefined && <FailureNote failure={failure} />}
      {body?.redirect !== undefined && (
        <>
          <p>{words.authorizeCannot(body.client)}</p>
          <a href={body.redirect} rel="noreferrer">
            {words.authorizeBack(body.returnsTo)}
          </a>
        </>
      )}
      {body !== undefined && body.redirect === undefined && (
        <>
          <p>{words.authorizeWhat(body.client, body.returnsTo)}</p>
          <label class="field">
            <span>Account</span>
            <select onChange={(event) => setAccount(event.currentTarget.value)}>
              {body.accounts.map(({ id, name, tier }) => (
                <option key={id} value={id}>
                  {name}, {tier}
                </option>
              ))}
            </select>
          </label>
          <button type="button" class="main" disabled={deed.isBusy} onClick={() => void decide(true)}>
            Allow
          </button>{' '}
          <button type="button" disabled={deed.isBusy} onClick={() => void decide(false)}>
            Refuse
          </button>
          {deed.failure !== undefined && <FailureNote failure={deed.failure} />}
        </>
      )}
    </FormPage>
  );
}
