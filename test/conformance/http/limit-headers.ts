/** The rate-limit and billing headers of an answer, by name. */
export function limitHeadersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => /^(x-)?ratelimit|^x-billing-/.test(name)));
}
