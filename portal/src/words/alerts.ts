/** Words of the page of alerts. */
export const words = {
  title: 'Alerts',
  intro:
    'Events that match a feed and a filter are sent to your webhook: in order, signed, each at least once. Undelivered messages wait and are sent again.',
  signIn: 'Alerts belong to an account. Sign in to create one.',
  away: 'This service sends no alerts: it shows past data.',
  none: 'No alerts yet. Create the first one with the form below.',
  full: (limit: number, tier: string) =>
    limit === 0
      ? `The ${tier} plan has no alerts.`
      : `The ${tier} plan allows ${limit}, and you have as many. Delete one, or change the plan.`,
  onceOnly: 'This secret is shown only once. Your receiver verifies messages with it.',
  made: (name: string) => `${name} is on. A test shows whether its messages arrive.`,
  newAlert: 'New alert',
  change: (name: string) => `Change ${name}`,
  fired: (aDay: number, fires: number, events: number, days: number) =>
    `It would have fired ${aDay.toLocaleString('en-US')} times a day over the last ${days} days: ${fires.toLocaleString('en-US')} times for ${events.toLocaleString('en-US')} events.`,
  firedInPart: (until: string) => `Covers trades until ${until} only: the rest was not read in time.`,
  lines: 'What it would have sent in the last 24 hours',
  noLines: 'Nothing in the last 24 hours.',
  deliveries: (name: string) => `Deliveries of ${name}`,
  noDeliveries: 'Nothing sent yet.',
  setBack: "Sends all events since then again, as far back as your plan's history.",
  addressStays: 'empty: unchanged',
  addressOf: {
    json: 'https://example.com/hook',
    discord: 'https://discord.com/api/webhooks/…',
    slack: 'https://hooks.slack.com/services/…',
    telegram: 'https://api.telegram.org/bot<TOKEN>/sendMessage?chat_id=<CHAT>',
  },
} as const;

/** Texts about lists of wallets. */
export const listWords = {
  title: 'Lists of wallets',
  none: 'No lists yet. The wallets that you follow in this browser stand in the form below; keep them, or paste others.',
  another: 'New list',
  change: (name: string) => `Change ${name}`,
  kept: (name: string, wallets: number) =>
    `${name} holds ${wallets.toLocaleString('en-US')} wallet${wallets === 1 ? '' : 's'}. Alerts and streams name it as their list.`,
} as const;

/** Feeds by their names on the page. */
export const feedNames: Readonly<Record<string, string>> = {
  trades: 'All trades',
  tradesByUser: 'Trades of a wallet',
  tradesByUsers: 'Trades of wallets',
  tradesByCoin: 'Trades of a coin',
  liquidations: 'All liquidations',
  liquidationsByUser: 'Liquidations of a wallet',
  liquidationsByUsers: 'Liquidations of wallets',
  twapSliceFills: 'All TWAP slices',
  twapSliceFillsByUser: 'TWAP slices of a wallet',
  twapSliceFillsByUsers: 'TWAP slices of wallets',
  twapOrders: 'New TWAP orders',
  twapOrdersByUser: 'New TWAP orders of a wallet',
  twapOrdersByUsers: 'New TWAP orders of wallets',
  twapStatuses: 'TWAP orders that start or end',
  twapStatusesByUser: 'TWAP orders of a wallet that start or end',
  twapStatusesByUsers: 'TWAP orders of wallets that start or end',
  lifecycles: 'Positions that open, grow, shrink or close',
  cohortTrades: 'Trades of a cohort',
  outcomeEvents: 'Trades and settlements of outcomes',
  builderFills: 'Trades through builders',
  quality: 'Gaps in the data',
};
