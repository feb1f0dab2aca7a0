import { systemTimers } from '../../../kernel/timers.ts';
import { subAccounts, walletRoles } from '../../facts/fact-tables.ts';
import { roleRow, subAccountRows } from '../../facts/registry-rows.ts';
import type { ReaderParts, WalletReader } from '../work/reader.ts';
import type { WalletDirectory } from './directory.ts';

export interface WalletRolesOptions extends ReaderParts {
  directory: WalletDirectory;
}

/**
 * Makes the reader of what kind of account a wallet is, and of its sub-accounts, which are tracked from then on; so is the
 * master of a sub-account, which may never trade itself, and whose others nothing else tells of.
 */
export function createWalletRoles(options: WalletRolesOptions): WalletReader {
  const { info, facts, directory, watch, clock, signal, timers = systemTimers } = options;
  return async (tracked, staleness) => {
    const { wallet } = tracked;
    const { data: role } = await info.ask({ type: 'userRole', user: wallet }, { staleness, signal });
    await facts.write(walletRoles, [roleRow(clock.nowMs(), wallet, role)]);
    if (role.data?.master !== undefined) directory.track(role.data.master);
    if (role.role === 'user') {
      const { data } = await info.ask({ type: 'subAccounts', user: wallet }, { staleness, signal });
      await facts.write(subAccounts, subAccountRows(clock.nowMs(), data));
      for (const { subAccountUser } of data ?? []) directory.track(subAccountUser);
    }
    tracked.roleAskedMs = timers.monotonicMs();
    tracked.roleCheckedMs = clock.nowMs();
    directory.persist(tracked);
    watch.seen('roles', { atMs: clock.nowMs(), received: 1 });
  };
}
