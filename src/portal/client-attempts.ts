import { addressScopes, scopeFactors } from '../access/address-scope.ts';
import type { AttemptRule } from '../control/attempts.ts';

/**
 * What an attempt is counted by: the address of its client, and the networks around it, which have four and sixteen times as many.
 *
 * @param client in any of its written forms
 */
export function clientCounts(rule: AttemptRule, client: string): [rule: AttemptRule, subject: string][] {
  return addressScopes(client).map((scope, i) => [{ ...rule, limit: rule.limit * scopeFactors[i]! }, scope]);
}
