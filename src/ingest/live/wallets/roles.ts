import { systemTimers } from '../../../kernel/timers.ts';
import { subAccounts, vaults, walletRoles } from '../../facts/fact-tables.ts';
import { roleRow, signedFor, subAccountRows, vaultRow } from '../../facts/registry-rows.ts';
import type { ReaderParts, WalletReader } from '../work/reader.ts';
import type { WalletDirectory } from './directory.ts';

export interface WalletRolesOptions extends ReaderParts {
  directory: WalletDirectory;
}

/**
 * Creates the reader of a wallet's role, its only signer, a vault's details, and sub-accounts. Sub-accounts become tracked, as
 * does the master of a sub-account: a master may never trade, and its other sub-accounts are listed nowhere else.
 */
export function createWalletRoles(options: WalletRolesOptions): WalletReader {
  const { info, facts, directory, watch, clock, signal, timers = systemTimers } = options;
  return async (tracked, staleness) => {
    const { wallet } = tracked;
    const { data: role } = await info.ask({ type: 'userRole', user: wallet }, { staleness, signal });
    const row = roleRow(clock.nowMs(), wallet, role);
    if (role.role === 'user') {
      const asked = { type: 'userToMultiSigSigners', user: wallet } as const;
      const { data } = await info.ask(asked, { staleness, signal });
      Object.assign(row, signedFor(wallet, data));
    }
    await facts.write(walletRoles, [row]);
    if (row.role !== 'agent' && row.master !== '') directory.track(row.master);
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
