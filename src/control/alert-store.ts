import type { Tier } from '../domain/tier.ts';

export const alertFormats = ['json', 'discord', 'slack', 'telegram'] as const;
export type AlertFormat = (typeof alertFormats)[number];
/** `off` is what failed for too long, or was refused for good by its receiver. */
export type AlertState = 'active' | 'paused' | 'off';
export const alertDeliveryStates = ['pending', 'delivered', 'skipped'] as const;
/** `skipped` is what its owner gave up. */
export type AlertDeliveryState = (typeof alertDeliveryStates)[number];

/** A place of the log, and what its batch is known by. */
export interface LogMark {
  place: number;
  token: string;
}

export interface NewAlert {
  accountName: string;
  name: string;
  /** Feed and filter, as a subscription of streams has them. */
  subscription: Readonly<Record<string, unknown>>;
  url: string;
  format: AlertFormat;
  coolDownMs: number;
  /** What is stored behind it is sent. */
  from: LogMark;
  /** Rules that an account of a tier may have. */
  mostOf(tier: Tier): number;
}

/** What of a rule can be changed; what is left out stays. What waits is sent as it was stored. */
export type AlertChange = Partial<Pick<NewAlert, 'name' | 'subscription' | 'url' | 'coolDownMs'>>;

/** A rule as lists show it. Instants: unix milliseconds. */
export interface AlertSummary {
  id: string;
  account: string;
  name: string;
  /** Of its subscription. */
  feed: string;
  url: string;
  format: AlertFormat;
  coolDownMs: number;
  state: AlertState;
  /** Why it is paused or off. */
  reason?: string;
  /** Messages that wait to be delivered. */
  pending: number;
  /** Place of the log up to which its events are messages. */
  place: number;
  /** Of the newest event that was sent. */
  firedAtMs?: number;
  /** Nothing is sent before then, as the receiver asked. */
  throttledUntilMs?: number;
  createdAtMs: number;
}

/** The same with what is kept of its messages. */
export interface AlertListed extends AlertSummary {
  /** Events of messages that are kept. */
  events: number;
  /** Of the newest message that was taken. */
  deliveredAtMs?: number;
}

/** A rule with its filter. */
export interface AlertRule extends AlertSummary {
  subscription: Readonly<Record<string, unknown>>;
}

export interface AlertDelivery {
  /** The same at each attempt. */
  id: string;
  rule: string;
  events: number;
  state: AlertDeliveryState;
  attempts: number;
  /** Of the newest attempt; absent where nothing answered. */
  status?: number;
  /** Why the newest attempt failed. */
  fault?: string;
  createdAtMs: number;
  /** Of the next attempt, while it is pending. */
  nextAtMs?: number;
  endedAtMs?: number;
}

/** A rule as its worker needs it at each look. */
export interface AlertHead {
  id: string;
  account: string;
  accountId: string;
  tier: Tier;
  /** Longest history of the account. */
  windowDays: number;
  /** Among the account's rules by their age, from 0. */
  rank: number;
  pending: number;
  mark: LogMark;
  /** Another one says that the rule was changed. */
  revision: number;
  coolDownMs: number;
  firedMs: number | undefined;
  heldBack: number;
}

/** A message of a rule, before it is stored. */
export interface NewDelivery {
  id: string;
  place: number;
  part: number;
  body: string;
  events: number;
}

/** The oldest message of a rule that waits. */
export interface DueDelivery {
  id: string;
  rule: string;
  body: string;
  attempts: number;
  firstAttemptMs: number | undefined;
  url: string;
  /** That sign it: the newest first. */
  secrets: readonly string[];
}

/** What one attempt came to. */
export type DeliveryOutcome =
  | { status: number }
  | {
      status?: number | undefined;
      fault: string;
      nextMs: number;
      /** An attempt that does not count: its receiver asked to wait. */
      isThrottled: boolean;
    };

/** All alerts in numbers. */
export interface AlertFigures {
  rules: Record<AlertState, number>;
  /** Messages that wait. */
  waiting: number;
  /** Since the one that waits the longest, of active rules, was due first, milliseconds; 0 where none waits. */
  oldestMs: number;
}

/** The part of the control port for alerts. Instants: unix milliseconds. */
export interface AlertStore {
  /** @throws ControlError `unknown_account`, `alert_limit`, `invalid_input` @returns also the secret, shown this once */
  createAlert(request: NewAlert): Promise<AlertRule & { secret: string }>;
  /** By account and age. */
  listAlerts(options?: {
    accountName?: string | undefined;
    limit?: number | undefined;
  }): Promise<AlertListed[]>;
  /** @throws ControlError `unknown_alert` */
  findAlert(id: string): Promise<AlertRule>;
  /** @throws ControlError `unknown_alert`, `invalid_input` */
  changeAlert(id: string, change: AlertChange): Promise<AlertRule>;
  /** Made active, also where it is active, it sends what waits at once. @throws ControlError `unknown_alert` */
  setAlertState(id: string, state: 'active' | 'paused', reason?: string): Promise<AlertRule>;
  /** Makes what waits due now, with all attempts before it: its receiver answers again. */
  retryAlert(id: string): Promise<void>;
  /** With all its messages. @throws ControlError `unknown_alert` */
  deleteAlert(id: string): Promise<AlertRule>;
  /** A new secret; the old one signs beside it for a while. @throws ControlError `unknown_alert` */
  rotateAlertSecret(id: string, overlapMs: number): Promise<AlertRule & { secret: string }>;
  /** What its messages are signed with and where they go. @throws ControlError `unknown_alert` */
  alertTarget(id: string): Promise<Pick<DueDelivery, 'url' | 'secrets'>>;
  /** The newest messages, newest first. @throws ControlError `unknown_alert` */
  alertDeliveries(
    id: string,
    options?: { state?: AlertDelivery['state'] | undefined; limit?: number | undefined },
  ): Promise<AlertDelivery[]>;
  /**
   * Sends again what is stored: one message, or all that were made since a moment.
   *
   * @returns how many
   * @throws ControlError `unknown_alert`
   */
  resendAlerts(id: string, which: { delivery: string } | { sinceMs: number }): Promise<number>;
  /**
   * Sets a rule back: all events behind a place of the log become messages again, in the place of those that wait.
   *
   * @throws ControlError `unknown_alert`; `invalid_input` where the rule is not there yet
   */
  rewindAlert(id: string, to: LogMark): Promise<AlertRule>;
  /**
   * Gives up a message that waits; those behind it are sent.
   *
   * @param delivery its id; undefined: the oldest that waits
   * @throws ControlError `unknown_alert` where no such message waits
   */
  skipDelivery(id: string, delivery?: string): Promise<AlertDelivery>;

  alertFigures(): Promise<AlertFigures>;
  /** Active rules, the oldest of an account first. */
  alertHeads(): Promise<AlertHead[]>;
  /**
   * Stores the messages of what the log has up to a place, and the place with them: both or neither.
   *
   * @param made.after where the rule was before
   * @returns false where the rule is elsewhere by now, or another, and nothing was stored
   */
  storeAlerts(made: {
    rule: string;
    after: number;
    /** Of the rule that they were made by. */
    revision: number;
    mark: LogMark;
    firedMs: number | undefined;
    heldBack: number;
    deliveries: readonly NewDelivery[];
  }): Promise<boolean>;
  /** Of each active rule, or of one, the oldest message that waits, where it is due. */
  dueDeliveries(options?: { rule?: string }): Promise<DueDelivery[]>;
  /** Notes an attempt. */
  noteDelivery(id: string, outcome: DeliveryOutcome): Promise<void>;
  switchAlertOff(rule: string, reason: string): Promise<void>;
  /** Deletes messages that were delivered, or skipped, before a moment. @returns how many */
  pruneDeliveries(beforeMs: number): Promise<number>;
}
