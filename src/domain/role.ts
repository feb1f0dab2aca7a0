/** What a person is to an account: an owner may change everything of it; a member uses its keys and sees its usage. */
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];
