import { type TObject, Type } from 'typebox';
import { checkedName } from '../control/account-name.ts';
import { readJson } from '../routes/json-body.ts';
import { isImageAddress, longestEmail } from './person-name.ts';
import { knownFields, type PortalRequest } from './portal-call.ts';
import { badRequest } from './refusal.ts';

const email = Type.String({ minLength: 3, maxLength: longestEmail });
const password = Type.String({ minLength: 1, maxLength: 128 });
const name = Type.String();
const text = Type.String({ maxLength: 4_096 });
const id = Type.String({ pattern: '^[\\w-]{1,64}$' });
/** A path of the pages; better-auth refuses those of other sites. */
const page = Type.Optional(Type.String({ maxLength: 2_048 }));

/** What a browser's passkey comes to as JSON (WebAuthn level 3); browsers add fields. */
const credential = Type.Object({
  id: text,
  rawId: text,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Type.String(),
    attestationObject: Type.Optional(Type.String()),
    authenticatorData: Type.Optional(Type.String()),
    signature: Type.Optional(text),
    userHandle: Type.Optional(Type.Union([text, Type.Null()])),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
  }),
  clientExtensionResults: Type.Object({}),
});

const nothing = Type.Object({});

/** The form of every path of better-auth that takes one. Other fields do not reach it: what its own checks miss becomes a 500. */
const forms = {
  'sign-up/email': Type.Object({ email, password, name, image: page, callbackURL: page }),
  'sign-in/email': Type.Object({
    email,
    password,
    callbackURL: page,
    rememberMe: Type.Optional(Type.Boolean()),
  }),
  'sign-in/social': Type.Object({
    provider: id,
    callbackURL: page,
    errorCallbackURL: page,
    newUserCallbackURL: page,
  }),
  'sign-out': nothing,
  'send-verification-email': Type.Object({ email, callbackURL: page }),
  'request-password-reset': Type.Object({ email, redirectTo: page }),
  'reset-password': Type.Object({ newPassword: password, token: id }),
  'change-password': Type.Object({
    newPassword: password,
    currentPassword: password,
    revokeOtherSessions: Type.Optional(Type.Boolean()),
  }),
  'update-user': Type.Object({
    name: Type.Optional(name),
    image: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  'passkey/verify-registration': Type.Object({ response: credential, name: Type.Optional(name) }),
  'passkey/verify-authentication': Type.Object({ response: credential }),
  'passkey/delete-passkey': Type.Object({ id }),
} as const;

export type AuthFormPath = keyof typeof forms;

export function takesForm(path: string): path is AuthFormPath {
  return Object.hasOwn(forms, path);
}

/**
 * The form that a browser sends to a path of better-auth, checked: names by the rules that keys have, images by their address.
 * @throws Problem 400; ControlError `invalid_input` for a name
 */
export async function authForm(request: PortalRequest, path: AuthFormPath): Promise<Record<string, unknown>> {
  const sent = readJson(await request.request.text());
  const fields: Record<string, unknown> = knownFields<TObject>(sent, forms[path]);
  if (typeof fields.name === 'string') checkedName('the name', fields.name);
  if (typeof fields.image === 'string' && !isImageAddress(fields.image)) {
    throw badRequest('image must be an https:// address of at most 2048 characters');
  }
  return fields;
}
