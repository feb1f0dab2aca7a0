/** Where a visitor goes after signing in or up: to the program that asks for access, or to the form of an alert, else to the account. */
export function pageAfter(next: string | undefined): string {
  return next !== undefined && /^\/(authorize\?|account\/alerts(\?|$))/.test(next) ? next : '/account';
}

/** Address of a page of the way in, which keeps where the visitor goes after it. */
export function keepingNext(path: '/login' | '/signup', next: string | undefined): string {
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
}
