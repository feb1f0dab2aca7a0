const spec = ['sideSpecs.token'];
const transfer = ['nonce'];

/**
 * Fields of the exchange's records that are known and have no use here, by payload. The known ones are those of the schemas; a
 * field that neither a schema nor this list has is counted as drift.
 */
const ignoredFields: Record<string, readonly string[]> = {
  book: ['spread'],
  block: ['local_time', 'block_time'],
  payment: ['user', 'users', 'type'],
  perpAnnotation: ['category'],
  outcomeTemplate: ['role'],
  meta: ['universe.lastGrowthModeChangeTime'],
  metaAndAssetCtxs: ['universe.lastGrowthModeChangeTime'],
  perpDexs: ['subDeployers', 'lastDeployerFeeScaleChangeTime'],
  spotMeta: ['tokens.evmContract', 'tokens.deployerTradingFeeShare'],
  outcomeMeta: spec.map((field) => `outcomes.${field}`),
  settledOutcome: spec.map((field) => `spec.${field}`),
  outcomeMetaUpdate: spec.map((field) => `outcomeCreated.${field}`),
  subscriptionResponse: ['nSigFigs', 'mantissa', 'aggregateByTime'].map((field) => `subscription.${field}`),
  userFunding: ['delta.type'],
  userEvents: ['nonUserCancel', 'twapHistory', 'twapSliceFills'],
  userToMultiSigSigners: ['threshold'],
  subAccounts: ['clearinghouseState', 'spotState'],
  vaultDetails: [
    'description',
    'portfolio',
    'apr',
    'followerState',
    'leaderFraction',
    'leaderCommission',
    'followers',
    'maxDistributable',
    'maxWithdrawable',
    'isClosed',
    'relationship',
    'allowDeposits',
    'alwaysCloseOnWithdraw',
  ],
  referral: ['referredBy', 'cumVlm', 'unclaimedRewards', 'claimedRewards', 'tokenToState', 'referrerState'],
  delegatorSummary: ['nPendingWithdrawals'],
  borrowLendUserState: ['health', 'healthFactor'],
  'borrowLendUserState token': ['borrow.basis', 'supply.basis'],
  withdraw: transfer,
  spotTransfer: transfer,
  send: transfer,
  liquidation: ['liquidatedPositions'],
  vaultWithdraw: ['requestedUsd', 'commission', 'closingCost', 'basis'],
  GossipPriorityAuctionRestart: ['slot_id', 'previous_winner', 'end_gas'],
  'builder fill': ['special_trade_type', 'tif', 'is_trigger', 'counterparty', 'closed_pnl'],
};

/** @param field Path of the field within the payload. */
export function isIgnored(payload: string, field: string): boolean {
  return Object.hasOwn(ignoredFields, payload) && ignoredFields[payload]!.includes(field);
}
