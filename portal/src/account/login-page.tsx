import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { renewSession, useSession } from '../api/session.ts';
import { EmptyNote } from '../states/empty-note.tsx';
import { words } from '../words/account.ts';
import { Field, Form, NewPasswordField } from './form.tsx';
import { FormPage } from './form-page.tsx';
import { keepingNext, pageAfter } from './next-page.ts';
import { OtherWays } from './other-ways.tsx';
import { askPortal, useDeed } from './portal-ask.ts';

/** `/login`: signing in, and getting a new password by a mailed link. */
export default function LoginPage() {
  const { route, query } = useLocation();
  const session = useSession();
  const { isBusy, failure, run } = useDeed();
  const [step, setStep] = useState<'enter' | 'forgotten' | 'mailed'>('enter');
  const enter = async ({ email, password }: Record<string, string>) => {
    await askPortal('POST', 'auth/sign-in/email', { email, password });
    await renewSession();
    route(pageAfter(query.next));
  };
  const mail = async ({ email }: Record<string, string>) => {
    await askPortal('POST', 'auth/request-password-reset', { email, redirectTo: '/login' });
    setStep('mailed');
  };
  if (query.token !== undefined) return <NewPassword token={query.token} />;
  return (
    <FormPage title={words.login}>
      {query.error !== undefined && <EmptyNote why={`Signing in did not work (${query.error}).`} />}
      {step === 'mailed' && <EmptyNote why={words.mailed} />}
      {step === 'enter' && (
        <Form
          label={words.login}
          action={words.login}
          {...{ isBusy, failure }}
          onSubmit={(f) => void run(() => enter(f))}
        >
          <Field name="email" label={words.email} type="email" autoComplete="username webauthn" />
          <Field name="password" label={words.password} type="password" autoComplete="current-password" />
        </Form>
      )}
      {step === 'forgotten' && (
        <Form
          label={words.forgotten}
          action="Send a link"
          {...{ isBusy, failure }}
          onSubmit={(f) => void run(() => mail(f))}
        >
          <Field name="email" label={words.email} type="email" autoComplete="username" />
        </Form>
      )}
      {session !== undefined && <OtherWays session={session} after={pageAfter(query.next)} />}
      {session?.ways.mail === true && step === 'enter' && (
        <button type="button" class="quiet" onClick={() => setStep('forgotten')}>
          {words.forgotten}
        </button>
      )}
      <p class="dim">
        {words.noAccount} <a href={keepingNext('/signup', query.next)}>{words.signup}</a>
      </p>
    </FormPage>
  );
}

function NewPassword({ token }: { token: string }) {
  const { route } = useLocation();
  const { isBusy, failure, run } = useDeed();
  const change = async ({ password }: Record<string, string>) => {
    await askPortal('POST', 'auth/reset-password', { newPassword: password, token });
    route('/login');
  };
  return (
    <FormPage title={words.newPassword}>
      <Form
        label={words.newPassword}
        action="Keep it"
        {...{ isBusy, failure }}
        onSubmit={(f) => void run(() => change(f))}
      >
        <NewPasswordField label={words.newPassword} />
      </Form>
    </FormPage>
  );
}
