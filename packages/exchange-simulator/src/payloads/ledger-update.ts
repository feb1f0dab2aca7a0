import { decimalText } from '../decimal.ts';
import { dexes, sziDecimals } from '../market.ts';
import type { Wallet } from '../population.ts';
import type { RecordedUpdate } from '../record/ledger-history.ts';

const usd = (amount: number) => decimalText(amount, 6);

/** An update as `userNonFundingLedgerUpdates` returns it (docs/exchange.md#ledger-updates): one or two rows. */
export function wireUpdates(update: RecordedUpdate, wallets: readonly Wallet[]) {
  const { timeMs, hash } = update;
  return deltas(update, wallets).map((delta) => ({ time: timeMs, hash, delta }));
}

function deltas(update: RecordedUpdate, wallets: readonly Wallet[]): object[] {
  const address = (wallet: number) => wallets[wallet]!.address;
  switch (update.type) {
    case 'deposit':
      // Money arrives on the first dex; to another one it is sent on.
      return [
        { type: 'deposit', usdc: usd(update.amount) },
        ...(update.dex === 0 ? [] : [sentOn(update, address(update.wallet))]),
      ];
    case 'send':
      return [sentOn(update, address(update.wallet))];
    case 'spotDeposit':
      return [
        { type: 'deposit', usdc: usd(update.amount) },
        { type: 'accountClassTransfer', usdc: usd(update.amount), toPerp: false },
      ];
    case 'subAccountTransfer':
      return [
        {
          type: 'subAccountTransfer',
          usdc: usd(update.amount),
          user: address(update.from),
          destination: address(update.wallet),
        },
      ];
    case 'withdraw': {
      const { amount, fee, nonce } = update;
      return [{ type: 'withdraw', usdc: usd(amount), nonce, fee: usd(fee) }];
    }
    case 'accountClassTransfer':
      return [{ type: 'accountClassTransfer', usdc: usd(update.amount), toPerp: update.toPerp }];
    case 'internalTransfer':
    case 'spotTransfer':
      return [transferred(update, address(update.from), address(update.wallet))];
    case 'vaultWithdraw':
      return [withdrawnFrom(address(update.vault), address(update.wallet), usd(update.amount))];
    case 'cStakingTransfer':
      return [
        {
          type: 'cStakingTransfer',
          token: 'HYPE',
          amount: decimalText(update.amount, 8),
          isDeposit: update.isDeposit,
        },
      ];
    case 'vaultDeposit':
      return [{ type: 'vaultDeposit', vault: address(update.vault), usdc: usd(update.amount) }];
    case 'liquidation':
      return [
        {
          type: 'liquidation',
          liquidatedNtlPos: usd(update.notional),
          accountValue: usd(update.accountValue),
          leverageType: update.isolated ? 'Isolated' : 'Cross',
          liquidatedPositions: update.positions.map(({ market, szi }) => ({
            coin: market.coin,
            szi: decimalText(szi, sziDecimals(market)),
          })),
        },
      ];
  }
}

function transferred(
  update: RecordedUpdate & { type: 'internalTransfer' | 'spotTransfer' },
  user: string,
  destination: string,
): object {
  const amount = usd(update.amount);
  if (update.type === 'internalTransfer') {
    return { type: 'internalTransfer', usdc: amount, user, destination, fee: '0.0' };
  }
  return {
    type: 'spotTransfer',
    token: 'USDC',
    amount,
    usdcValue: amount,
    user,
    destination,
    fee: '0.0',
    nativeTokenFee: '0.0',
    nonce: update.nonce,
    feeToken: 'USDC',
  };
}

/** All of it as asked for: vaults of the simulation take no commission. */
function withdrawnFrom(vault: string, user: string, amount: string): object {
  const nothing = '0.0';
  return {
    type: 'vaultWithdraw',
    vault,
    user,
    requestedUsd: amount,
    commission: nothing,
    closingCost: nothing,
    basis: nothing,
    netWithdrawnUsd: amount,
  };
}

function sentOn({ amount, dex }: { amount: number; dex: number }, user: string): object {
  const { name, collateral } = dexes[dex]!;
  return {
    type: 'send',
    user,
    destination: user,
    sourceDex: '',
    destinationDex: name,
    token: collateral,
    amount: usd(amount),
    usdcValue: usd(amount),
    fee: '0.0',
    nativeTokenFee: '0.0',
    nonce: 0,
    feeToken: '',
  };
}
