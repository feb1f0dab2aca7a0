import { systemTimers } from '../../../kernel/timers.ts';
import { subAccounts, vaults, walletRoles } from '../../facts/fact-tables.ts';
import { roleRow, subAccountRows, vaultRow } from '../../facts/registry-rows.ts';
import type { ReaderParts, WalletReader } from '../work/reader.ts';
import type { WalletDirectory } from './directory.ts';

export interface WalletRolesOptions extends ReaderParts {
  directory: WalletDirectory;
}

/**
 * Creates the reader of a wallet's role, a vault's details, and sub-accounts. Sub-accounts become tracked, as does the master of
 * a sub-account: a master may never trade, and its other sub-accounts are listed nowhere else.
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
    if (role.role === 'vault') {
      const { data } = await info.ask({ type: 'vaultDetails', vaultAddress: wallet }, { staleness, signal });
      if (data !== null) await facts.write(vaults, [vaultRow(clock.nowMs(), data)]);
    }
    tracked.roleRequestedMs = timers.monotonicMs();
    tracked.roleCheckedMs = clock.nowMs();
    directory.persist(tracked);
    watch.seen('roles', { atMs: clock.nowMs(), received: 1 });
  };
}
