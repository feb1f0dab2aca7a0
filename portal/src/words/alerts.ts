/** Words of the page of alerts. */
export const words = {
  title: 'Alerts',
  intro:
    'Events of a feed and a filter, sent to an address of yours: each at least once, in order, signed. What cannot be delivered waits.',
  signIn: 'Alerts belong to an account. Sign in to make one.',
  away: 'This service sends no alerts: it shows a moment that is over.',
  none: 'No alerts yet. The form below makes the first one.',
  full: (limit: number, tier: string) =>
    limit === 0
      ? `The ${tier} plan has no alerts.`
      : `The ${tier} plan allows ${limit}, and you have as many. Delete one, or change the plan.`,
  onceOnly: 'This is the only time that the secret is shown. Your receiver verifies the messages with it.',
  made: (name: string) => `${name} is on. A test shows whether its messages arrive.`,
  newAlert: 'New alert',
  change: (name: string) => `Change ${name}`,
  fired: (aDay: number, fires: number, events: number, days: number) =>
    `It would have fired ${aDay.toLocaleString('en-US')} times a day over the last ${days} days: ${fires.toLocaleString('en-US')} times for ${events.toLocaleString('en-US')} events.`,
  firedInPart: (until: string) => `Only what was traded until ${until} was read in time.`,
  lines: 'What it would have sent in the last 24 hours',
  noLines: 'Nothing in the last 24 hours.',
  deliveries: (name: string) => `Deliveries of ${name}`,
  noDeliveries: 'Nothing was sent yet.',
  setBack: 'Makes messages once more of all events since then, as far back as the history of your plan.',
  addressStays: 'empty: stays as it is',
  addressOf: {
    json: 'https://example.com/hook',
    discord: 'https://discord.com/api/webhooks/…',
    slack: 'https://hooks.slack.com/services/…',
    telegram: 'https://api.telegram.org/bot<TOKEN>/sendMessage?chat_id=<CHAT>',
  },
} as const;

/** Of lists of wallets. */
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
  trades: 'Trades of all',
  tradesByUser: 'Trades of a wallet',
  tradesByUsers: 'Trades of wallets',
  tradesByCoin: 'Trades of a coin',
  liquidations: 'Liquidations of all',
  liquidationsByUser: 'Liquidations of a wallet',
  liquidationsByUsers: 'Liquidations of wallets',
  twapSliceFills: 'TWAP slices of all',
  twapSliceFillsByUser: 'TWAP slices of a wallet',
  twapSliceFillsByUsers: 'TWAP slices of wallets',
  lifecycles: 'Positions that open, grow, shrink or close',
  cohortTrades: 'Trades of a cohort',
  outcomeEvents: 'Trades and settlements of outcomes',
  builderFills: 'Trades through builders',
  quality: 'Gaps of the record',
};
