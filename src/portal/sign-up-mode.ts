import type { People } from '../control/people.ts';

export interface SignUpRules {
  /** `closed`: only people with an invitation. */
  signup: 'open' | 'closed';
  /** True where mail can be sent: an address is verified then. */
  mail: boolean;
  /** True where an identity provider vouches for people. */
  oidc: boolean;
}

export type SignUpWay = 'password' | 'oidc';

/** Cookie with the invitation's token during sign-up, by any method: page scripts cannot read it. */
export const invitationCookie = 'tidemark_invitation';

export function invitationOf(headers: Headers | undefined): string | undefined {
  const cookies = headers?.get('cookie') ?? '';
  return /(?:^|;\s*)tidemark_invitation=([0-9A-Za-z]{32})(?:;|$)/.exec(cookies)?.[1];
}

/**
 * Whether sign-up without an invitation is open. Without mail an address cannot be verified: sign-up by password is then
 * limited to a browser on this machine.
 */
export function isOpen(rules: SignUpRules, way: SignUpWay, local: boolean): boolean {
  if (rules.signup === 'closed') return false;
  return way === 'oidc' ? rules.oidc : rules.mail || local;
}

/**
 * Gives a new person the account that they come for.
 * @param claimedBy request that the invitation was claimed for
 */
export async function settle(
  people: Pick<People, 'redeem' | 'openOwnAccount' | 'accountsOf'>,
  person: { id: string; email: string },
  invitation: string | undefined,
  claimedBy = '',
): Promise<void> {
  if (invitation !== undefined && (await people.redeem(invitation, person.id, claimedBy)) !== undefined) {
    return;
  }
  if ((await people.accountsOf(person.id)).length === 0) {
    await people.openOwnAccount(person.id, person.email);
  }
}
