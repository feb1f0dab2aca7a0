import { Decimal } from 'decimal.js';

/**
 * Class of an update for a wallet: transfers into or out of the exchange, or to or from another wallet; moves between the
 * wallet's own accounts; moves into and out of vaults; staking; earnings and payments; updates that are only reported; and types
 * unknown to this program.
 */
export type LedgerClass =
  | 'external'
  | 'transfer'
  | 'own'
  | 'vault'
  | 'staking'
  | 'reward'
  | 'cost'
  | 'notice'
  | 'unknown';

interface Ends {
  user: string;
  destination: string;
}
interface Fees {
  fee?: string;
  feeToken?: string;
  /** In HYPE; charged in addition to `fee`. */
  nativeTokenFee?: string;
}
interface Tokens {
  token: string;
  amount: string;
}

/** Updates that have a rule (docs/exchange.md#ledger-updates), by the exchange's names; decimals as text. */
export type LedgerDelta =
  | { type: 'deposit'; usdc: string }
  | { type: 'withdraw'; usdc: string; fee?: string }
  | ({ type: 'internalTransfer' | 'subAccountTransfer'; usdc: string; fee?: string } & Ends)
  | { type: 'accountClassTransfer'; usdc: string; toPerp: boolean }
  | ({ type: 'send' | 'spotTransfer'; usdcValue?: string } & Ends & Tokens & Fees)
  | ({ type: 'perpDexClassTransfer'; toPerp: boolean } & Tokens)
  | ({ type: 'activateDexAbstraction' } & Tokens)
  | { type: 'vaultCreate' | 'vaultDeposit' | 'vaultDistribution'; vault: string; usdc: string; fee?: string }
  | { type: 'vaultWithdraw'; vault: string; user: string; netWithdrawnUsd: string }
  | { type: 'vaultLeaderCommission'; user: string; usdc: string }
  | { type: 'liquidation' | 'GossipPriorityAuctionRestart' }
  | ({ type: 'borrowLend'; operation: string; interestAmount?: string } & Tokens)
  | { type: 'rewardsClaim'; amount: string; token?: string }
  | ({ type: 'cStakingTransfer'; isDeposit: boolean } & Tokens)
  | ({
      type: 'spotGenesis' | 'accountActivationGas' | 'gossipPriorityGasAuction' | 'deployGasAuction';
    } & Tokens)
  | { type: 'CDeposit' | 'CWithdrawal'; user: string; amount: string }
  | { type: 'Delegation'; user: string; validator: string; amount: string; is_undelegate: boolean }
  | { type: 'ValidatorRewards'; validator: string; amount: string };

export interface LedgerEffect {
  class: LedgerClass;
  /** Empty where nothing moves. */
  token: string;
  /** What the wallet got, exact; negative is given. Of its own accounts: what the perp account, or the one named as destination, got. */
  amount: string;
  /** USD of it that crosses the wallet's border; undefined where no value is known. What the wallet's own accounts keep is 0. */
  usd: string | undefined;
  /** USD that this wallet paid in addition to `usd`; at least 0. */
  feeUsd: string;
  /** The wallet paid fees in tokens of unknown value, see {@link ownTokenMoves}. */
  hasUnvaluedFee?: true;
  /** Address of the counterparty, lower case; empty if none. */
  counterparty: string;
}

/**
 * Whether an update moves money between the parts of the wallet's own account that are read seldom and the others: into and out of
 * vaults, staking and lending. Sums of readings before it and after it count the money twice, or never.
 */
export function isBetweenParts({ class: of, kind, amount }: { class: string; kind: string; amount: string }) {
  if (kind === 'borrowLend') return true;
  if (of === 'staking') return kind !== 'Delegation';
  // Of a vault's own updates the money is its depositors'.
  return of === 'vault' && amount.startsWith('-') === (kind === 'vaultCreate' || kind === 'vaultDeposit');
}

/** A wallet whose money moved without a fill: earlier states of its accounts are out of date. */
export interface MovedWallet {
  wallet: string;
  /** Newest update, unix milliseconds. */
  timeMs: number;
  /** Newest one between the parts of its own account, unix milliseconds; 0 if there is none. */
  betweenPartsMs: number;
}

const usdToken = 'USDC';
const stakedToken = 'HYPE';
const decimals = 12;
/** The digits of a product of two columns. */
const Exact = Decimal.clone({ precision: 80 });

/**
 * What an update does to a wallet. Both records of the exchange, a node's and the API's, give the same.
 *
 * @param wallet lower case
 * @returns `unknown` where the update names two ends, and the wallet is neither
 */
export function ledgerEffect(wallet: string, delta: LedgerDelta): LedgerEffect {
  switch (delta.type) {
    case 'deposit':
      return dollars('external', delta.usdc);
    case 'withdraw':
      return { ...dollars('external', minus(delta.usdc)), feeUsd: plain(delta.fee) };
    case 'internalTransfer':
    case 'subAccountTransfer':
      return between(wallet, delta, { token: usdToken, amount: delta.usdc, usd: delta.usdc });
    case 'send':
    case 'spotTransfer':
      return between(wallet, delta, { token: delta.token, amount: delta.amount, usd: usdOf(delta) });
    case 'accountClassTransfer':
      return inside('own', usdToken, delta.toPerp ? delta.usdc : minus(delta.usdc));
    case 'activateDexAbstraction':
      return inside('own', delta.token, delta.amount);
    case 'perpDexClassTransfer':
      return inside('own', delta.token, delta.toPerp ? delta.amount : minus(delta.amount));
    case 'borrowLend':
      return borrowed(delta);
    case 'cStakingTransfer':
      return inside('staking', delta.token, delta.isDeposit ? minus(delta.amount) : delta.amount);
    case 'CDeposit':
      return inside('staking', stakedToken, delta.amount);
    case 'CWithdrawal':
      return inside('staking', stakedToken, minus(delta.amount));
    case 'Delegation': {
      const amount = delta.is_undelegate ? delta.amount : minus(delta.amount);
      return { ...inside('staking', stakedToken, amount), counterparty: delta.validator };
    }
    case 'ValidatorRewards':
      return moved('reward', stakedToken, delta.amount);
    case 'rewardsClaim':
      return moved('reward', delta.token ?? usdToken, delta.amount);
    case 'spotGenesis':
      return moved('reward', delta.token, delta.amount);
    case 'accountActivationGas':
    case 'gossipPriorityGasAuction':
    case 'deployGasAuction':
      return moved('cost', delta.token, minus(delta.amount));
    case 'liquidation':
    case 'GossipPriorityAuctionRestart':
      return { ...dollars('notice', '0'), token: '' };
    default:
      return ofVault(wallet, delta);
  }
}

/** Income or cost of an update for a wallet, in a token; the moved amount is not part of it. */
export interface TokenMove {
  class: 'reward' | 'cost';
  token: string;
  /** Above 0. */
  amount: string;
}

/** Fees that were paid in a token without a known value, and interest that lending earned or borrowing cost. @param wallet lower case */
export function ownTokenMoves(wallet: string, delta: LedgerDelta): TokenMove[] {
  if (delta.type === 'borrowLend') {
    const earns = delta.operation === 'supply' || delta.operation === 'withdraw';
    const amount = plain(delta.interestAmount);
    return amount === '0' ? [] : [{ class: earns ? 'reward' : 'cost', token: delta.token, amount }];
  }
  if ((delta.type !== 'send' && delta.type !== 'spotTransfer') || delta.user !== wallet) return [];
  const { fee, feeToken = '', nativeTokenFee } = delta;
  const own = feeOf(delta) === undefined ? [[feeToken, plain(fee)] as const] : [];
  return [...own, [stakedToken, plain(nativeTokenFee)] as const].flatMap(([token, amount]) =>
    amount === '0' ? [] : [{ class: 'cost' as const, token, amount }],
  );
}

export const unknownEffect: LedgerEffect = {
  class: 'unknown',
  token: '',
  amount: '0',
  usd: undefined,
  feeUsd: '0',
  counterparty: '',
};

function dollars(of: LedgerClass, usdc: string): LedgerEffect {
  return { class: of, token: usdToken, amount: plain(usdc), usd: plain(usdc), feeUsd: '0', counterparty: '' };
}

function moved(of: LedgerClass, token: string, amount: string): LedgerEffect {
  const usd = token === usdToken ? plain(amount) : undefined;
  return { class: of, token, amount: plain(amount), usd, feeUsd: '0', counterparty: '' };
}

/** What stays in the wallet's own accounts. */
function inside(of: LedgerClass, token: string, amount: string): LedgerEffect {
  return { class: of, token, amount: plain(amount), usd: '0', feeUsd: '0', counterparty: '' };
}

/** Interest has no effect here: only the update reports interest, but the debt already grew by the interest hour by hour. */
function borrowed({ operation, token, amount }: LedgerDelta & { type: 'borrowLend' }): LedgerEffect {
  if (operation === 'borrow' || operation === 'withdraw') return inside('own', token, amount);
  if (operation === 'supply' || operation === 'repay') return inside('own', token, minus(amount));
  return { ...unknownEffect, token };
}

function between(
  wallet: string,
  { user, destination, ...delta }: Ends & Fees & Valued,
  sent: { token: string; amount: string; usd: string | undefined },
): LedgerEffect {
  const { token } = sent;
  const pays = wallet === user;
  if (!pays && wallet !== destination) return { ...unknownEffect, token };
  const fee = pays ? feeOf(delta) : '0';
  const isUnvalued = fee === undefined || (pays && plain(delta.nativeTokenFee) !== '0');
  const fees = { feeUsd: fee ?? '0', ...(isUnvalued && { hasUnvaluedFee: true as const }) };
  if (user === destination) return { ...inside('own', token, sent.amount), ...fees };
  const counterparty = pays ? destination : user;
  const signed = (text: string) => (pays ? minus(text) : plain(text));
  const usd = sent.usd === undefined ? undefined : signed(sent.usd);
  const kind = isBridge(counterparty) ? 'external' : 'transfer';
  return { class: kind, token, amount: signed(sent.amount), usd, ...fees, counterparty };
}

/** Token bridge addresses: transfers to or from the exchange's EVM (docs/exchange.md#addresses-of-the-exchange). */
function isBridge(address: string): boolean {
  return /^0x2(0{23}|2{39}$)/.test(address);
}

function usdOf({ token, amount, usdcValue }: Tokens & { usdcValue?: string }): string | undefined {
  if (usdcValue !== undefined) return usdcValue;
  return token === usdToken ? amount : undefined;
}

interface Valued {
  amount?: string;
  token?: string;
  usdcValue?: string;
}

/** USD. Valued like the sent amount if both are in one token; undefined if no value is known. */
function feeOf({
  fee = '0',
  feeToken = '',
  token,
  amount = '0',
  usdcValue,
}: Fees & Valued): string | undefined {
  if (plain(fee) === '0') return '0';
  if (feeToken === '' || feeToken === usdToken) return plain(fee);
  const sent = new Exact(amount);
  if (feeToken !== token || usdcValue === undefined || sent.isZero()) return undefined;
  return plain(new Exact(fee).times(usdcValue).dividedBy(sent).toFixed(decimals, Decimal.ROUND_DOWN));
}

/** A vault has an account of its own: what a wallet gives, the vault gets. */
function ofVault(
  wallet: string,
  delta: LedgerDelta & {
    type: 'vaultCreate' | 'vaultDeposit' | 'vaultDistribution' | 'vaultWithdraw' | 'vaultLeaderCommission';
  },
): LedgerEffect {
  if (delta.type === 'vaultLeaderCommission') {
    return wallet === delta.user
      ? dollars('reward', delta.usdc)
      : { ...dollars('vault', minus(delta.usdc)), counterparty: delta.user };
  }
  const isVault = wallet === delta.vault;
  if (delta.type === 'vaultWithdraw') {
    const { user, netWithdrawnUsd: net } = delta;
    if (isVault) return { ...dollars('vault', minus(net)), counterparty: user };
    if (wallet !== user) return { ...unknownEffect, token: usdToken };
    return { ...dollars('vault', net), counterparty: delta.vault };
  }
  const { usdc } = delta;
  const gets = isVault !== (delta.type === 'vaultDistribution');
  return {
    ...dollars('vault', gets ? usdc : minus(usdc)),
    feeUsd: isVault ? '0' : plain(delta.fee),
    counterparty: isVault ? '' : delta.vault,
  };
}

/** Without zeros at its end, sign of nothing, or exponent: what two records write of one number. */
function plain(text = '0'): string {
  const value = new Exact(text);
  return value.isZero() ? '0' : value.toFixed();
}

function minus(text: string): string {
  return plain(new Exact(text).negated().toFixed());
}
