import { minuteMs } from '../../../kernel/clock.ts';
import type { AccountsState } from './account-reader.ts';
import type { InfoServerState } from './info-server.ts';

export interface NodeInfoState {
  server: InfoServerState;
  accounts: AccountsState;
}

/** A healthy node is about a second behind. */
const behindLimitMs = minuteMs;

/** Public reason why account states are not fresh; undefined if they are. Addresses appear only in the log. */
export function nodeInfoFault({ server, accounts }: NodeInfoState): string | undefined {
  if (server.fault !== undefined) return faultTexts[server.fault];
  const { newestMs, storedMs, unread, wasWhole, isRefusing } = accounts;
  if (isRefusing) return "the node's account states cannot be used; the quarantine says why";
  if (!wasWhole) {
    return accounts.accounts === 0
      ? 'no wallet with an open position is known yet'
      : `reading account states for the first time: ${unread} of ${accounts.accounts} accounts to go`;
  }
  const lateMs = storedMs - newestMs;
  if (lateMs <= behindLimitMs) return undefined;
  return `the node's account states are ${Math.round(lateMs / 1_000)} s old on arrival: the node is behind`;
}

const faultTexts = {
  away: "the node's info server does not answer; the log says why",
  unreadable: "the node's info server gives invalid answers; the log says why",
  refused: "the node's info server refuses account states",
};
