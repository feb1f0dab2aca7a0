/** Page after signing in or up: the authorization of a program, the form of an alert, or the account. */
export function pageAfter(next: string | undefined): string {
  return next !== undefined && /^\/(authorize\?|account\/alerts(\?|$))/.test(next) ? next : '/account';
}

/** Address of a sign-in or sign-up page that preserves the next page. */
export function keepingNext(path: '/login' | '/signup', next: string | undefined): string {
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
}
