import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { renewSession, useSession } from '../api/session.ts';
import { EmptyNote } from '../states/empty-note.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import { words } from '../words/account.ts';
import { Field, Form, NewPasswordField } from './form.tsx';
import { FormPage } from './form-page.tsx';
import { keepingNext, pageAfter } from './next-page.ts';
import { OtherWays } from './other-ways.tsx';
import { askPortal, useDeed } from './portal-ask.ts';

type Invited = { account: string | null } | 'lost' | undefined;

/** `/signup`: an account of one's own, or a place in another one by an invitation's link. */
export default function SignupPage() {
  const { route, query } = useLocation();
  const session = useSession();
  const { isBusy, failure, run } = useDeed();
  const [isMailed, setMailed] = useState(false);
  const invited = useInvitation(query.invitation);
  const make = async ({ email, password, name }: Record<string, string>) => {
    const callbackURL = keepingNext('/login', query.next);
    await askPortal('POST', 'auth/sign-up/email', { email, password, name, callbackURL });
    const now = await renewSession();
    if (now?.user == null) return setMailed(true);
    route(pageAfter(query.next));
  };
  const join = async () => {
    await askPortal('POST', 'invitation/accept', { token: query.invitation });
    await renewSession();
    route('/account');
  };
  const isInvited = invited !== undefined && invited !== 'lost';
  const mayEnter = isInvited || session?.ways.password === true;
  return (
    <FormPage title={words.signup} intro={words.why}>
      {invited === 'lost' && <EmptyNote why={words.lostInvitation} />}
      {isInvited && <p>{words.invited(invited.account)}</p>}
      {isMailed && <EmptyNote why={words.confirmMail} />}
      {session?.user != null && isInvited && (
        <button type="button" class="main" disabled={isBusy} onClick={() => void run(join)}>
          {words.join}
        </button>
      )}
      {session?.user != null && failure !== undefined && <FailureNote failure={failure} />}
      {session !== undefined && session.user === null && mayEnter && !isMailed && (
        <Form
          label={words.signup}
          action={words.signup}
          {...{ isBusy, failure }}
          onSubmit={(f) => void run(() => make(f))}
        >
          <Field name="name" label={words.name} autoComplete="name" maxLength={64} />
          <Field name="email" label={words.email} type="email" autoComplete="username" />
          <NewPasswordField label={words.newPassword} />
        </Form>
      )}
      {session !== undefined && !mayEnter && session.signup === 'closed' && <EmptyNote why={words.closed} />}
      {session?.user === null && session.ways.oidc !== null && (
        <OtherWays session={session} after={pageAfter(query.next)} />
      )}
      <p class="dim">
        {words.haveAccount} <a href={keepingNext('/login', query.next)}>{words.login}</a>
      </p>
    </FormPage>
  );
}

/** Reads the invitation of a link, and stores it in the browser for the sign-up. */
function useInvitation(token: string | undefined): Invited {
  const [invited, setInvited] = useState<Invited>();
  useEffect(() => {
    if (token === undefined) return;
    askPortal<{ account: string | null }>('POST', 'invitation', { token }).then(setInvited, () =>
      setInvited('lost'),
    );
  }, [token]);
  return invited;
}
