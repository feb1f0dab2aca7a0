/** Words of signing in and of an account's own pages. */
export const words = {
  login: 'Sign in',
  signup: 'Create an account',
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'New password, ten characters or more',
  name: 'Your name',
  passkey: 'Sign in with a passkey',
  passkeyPlace: 'Passkeys need a host name: open this page at localhost.',
  forgotten: 'Forgot your password?',
  mailed: 'If this account exists, an e-mail with a link is on its way. The link works for one hour.',
  confirmMail: 'An e-mail is on its way. Open the link in it to confirm your address, then sign in.',
  noAccount: 'No account yet?',
  haveAccount: 'Already have an account?',
  closed: 'Accounts are by invitation. Ask the operator of this service for a link.',
  invited: (account: string | null) =>
    account === null ? 'You are invited to create an account.' : `You are invited to join ${account}.`,
  join: 'Join',
  lostInvitation: 'This invitation was used or has expired. Ask for a new one.',
  oidc: (provider: string) => `Continue with ${provider}`,
  why: 'API keys with their own limits, and their usage.',
  onceOnly: 'This key is shown only once. Store it where your program can read it.',
  firstKey: 'Create your first key',
  firstKeyName: 'first key',
  firstKeyWhy: 'No keys yet. Programs send theirs in the header X-API-Key.',
  firstCall: 'A first call, ready to paste into a terminal:',
  rotation: (name: string) => `${name} gets a successor with the same name. Meanwhile both may work.`,
  leftBehind: (key: string, who: string) =>
    `${key} was made by ${who}, who has left this account. An owner decides whether it stays.`,
  keysOf: (who: string) => `${who} made keys of this account that are active. What becomes of them?`,
  authorize: 'Authorize a program',
  authorizeFirst: 'A program asks for access to the data of your account. Sign in first.',
  authorizeWhat: (client: string, to: string) =>
    `${client} asks to read this service's data in the name of your account, and returns to ${to}. Its requests count against the account. You can end this on your account's page.`,
  authorizeCannot: (client: string) =>
    `${client} asks in a way that this service does not answer. Nothing was allowed.`,
  authorizeBack: (to: string) => `Return to ${to}`,
  noUsage: "No requests with this account's keys in this period.",
  noErrors: 'No failed requests in this period.',
  noInvoices: 'No invoices yet.',
  pages: 'these pages',
  grace: (until: string) =>
    `The last payment failed. The plan stays until ${until}; pay before then to keep it.`,
  pastDue: 'The last payment failed and the grace period is over: the account is on Free until it is paid.',
  lapsed: 'The subscription has ended: the account is on Free. Keys stay.',
  granted: 'Plans are granted by the operator of this service.',
  unlimited: 'unlimited',
  everyPlan:
    'On every plan: all pages, streams, agents over MCP, both clients, and every field of an answer.',
  plansIntro:
    'What each plan allows, and which endpoints it opens. A change of plan counts from the next request on, for all keys of the account.',
  opens: (count: number, isLeast: boolean) =>
    `${count} ${isLeast ? '' : 'more '}${count === 1 ? 'endpoint' : 'endpoints'}`,
  opensNoMore: 'The same endpoints, with higher limits.',
} as const;
