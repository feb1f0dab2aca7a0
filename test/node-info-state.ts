import type { AccountsState } from '../src/ingest/node/info/account-reader.ts';
import type { InfoServerState } from '../src/ingest/node/info/info-server.ts';

/** A node's info server that answers. */
export const answering: InfoServerState = {
  fault: undefined,
  reason: undefined,
  answered: 1,
  failed: 0,
  refused: [],
};

/** No wallet has an open position. */
export const emptyAccounts: AccountsState = {
  accounts: 0,
  unread: 0,
  oldestMs: 0,
  wasWhole: true,
  states: 0,
  refusedStates: 0,
  isRefusing: false,
  newestMs: 0,
  storedMs: 0,
};
