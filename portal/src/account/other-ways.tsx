import { useLocation } from 'preact-iso';
import { renewSession, type Session } from '../api/session.ts';
import { FailureNote } from '../states/failure-note.tsx';
import { words } from '../words/account.ts';
import { isNamed, knowsPasskeys, signInWithPasskey } from './passkeys.ts';
import { askPortal, useDeed } from './portal-ask.ts';

/** Passkeys and the identity provider: ways in without a password. */
export function OtherWays({ session, after = '/account' }: { session: Session; after?: string }) {
  const { route } = useLocation();
  const { isBusy, failure, run } = useDeed();
  const enter = async () => {
    await signInWithPasskey();
    await renewSession();
    route(after);
  };
  const leave = async () => {
    const fields = { provider: 'oidc', callbackURL: after, errorCallbackURL: '/login' };
    const { url } = await askPortal<{ url: string }>('POST', 'auth/sign-in/social', fields);
    location.assign(url);
  };
  const provider = session.ways.oidc;
  return (
    <div class="form">
      {provider !== null && (
        <button type="button" disabled={isBusy} onClick={() => void run(leave)}>
          {words.oidc(provider)}
        </button>
      )}
      {knowsPasskeys() && isNamed && (
        <button type="button" disabled={isBusy} onClick={() => void run(enter)}>
          {words.passkey}
        </button>
      )}
      {!isNamed && <p class="dim">{words.passkeyPlace}</p>}
      {failure !== undefined && <FailureNote failure={failure} />}
    </div>
  );
}
