import { askPortal } from './portal-ask.ts';

/** True if the browser supports passkeys as JSON and the page has a host name: IP addresses cannot have passkeys. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

export const isNamed = !/^[\d.]+$|^\[/.test(location.hostname);

/** Signs in with whatever passkey the person chooses. */
export async function signInWithPasskey(): Promise<void> {
  const options = await askPortal<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    'auth/passkey/generate-authenticate-options',
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (found === null) throw new Error('No passkey was chosen.');
  await askPortal('POST', 'auth/passkey/verify-authentication', { response: found.toJSON() });
}

/** Creates a passkey for the signed-in user. */
export async function addPasskey(name: string): Promise<void> {
  const options = await askPortal<PublicKeyCredentialCreationOptionsJSON>(
    'GET',
    'auth/passkey/generate-register-options',
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  if (made === null) throw new Error('No passkey was made.');
  await askPortal('POST', 'auth/passkey/verify-registration', { response: made.toJSON(), name });
}
