import type { Tier } from '../domain/tier.ts';

export const alertFormats = ['json', 'discord', 'slack', 'telegram'] as const;
export type AlertFormat = (typeof alertFormats)[number];
/** `off`: failed for too long, or refused for good by the receiver. */
export type AlertState = 'active' | 'paused' | 'off';
export const alertDeliveryStates = ['pending', 'delivered', 'skipped'] as const;
/** `skipped`: given up by the owner. */
export type AlertDeliveryState = (typeof alertDeliveryStates)[number];

/** A log position with the token of its batch. */
export interface LogMark {
  place: number;
  token: string;
}

export interface NewAlert {
  accountName: string;
  name: string;
  /** Feed and filter, as in a stream subscription. */
  subscription: Readonly<Record<string, unknown>>;
  url: string;
  format: AlertFormat;
  coolDownMs: number;
  /** Events after this position are sent. */
  from: LogMark;
  /** Maximum rules for an account of a tier. */
  mostOf(tier: Tier): number;
}

/** Pending messages are sent as stored. */
export type AlertChange = Partial<Pick<NewAlert, 'name' | 'subscription' | 'url' | 'coolDownMs'>>;

/** A rule as lists show it. Instants: unix milliseconds. */
export interface AlertSummary {
  id: string;
  account: string;
  name: string;
  feed: string;
  url: string;
  format: AlertFormat;
  coolDownMs: number;
  state: AlertState;
  /** Why the rule is paused or off. */
  reason?: string;
  /** Pending messages. */
  pending: number;
  /** Log position up to which events have become messages. */
  place: number;
  /** Time of the newest event sent. */
  firedAtMs?: number;
  /** Sends nothing before this time, at the receiver's request. */
  throttledUntilMs?: number;
  createdAtMs: number;
}

export interface AlertListed extends AlertSummary {
  /** Events in stored messages. */
  events: number;
  /** Delivery time of the newest delivered message. */
  deliveredAtMs?: number;
}

export interface AlertRule extends AlertSummary {
  subscription: Readonly<Record<string, unknown>>;
}

export interface AlertDelivery {
  /** The same for every attempt. */
  id: string;
  rule: string;
  events: number;
  state: AlertDeliveryState;
  attempts: number;
  /** HTTP status of the newest attempt; undefined if nothing answered. */
  status?: number;
  /** Why the newest attempt failed. */
  fault?: string;
  createdAtMs: number;
  /** Time of the next attempt, while pending. */
  nextAtMs?: number;
  endedAtMs?: number;
}

/** A rule as its worker reads it at each poll. */
export interface AlertHead {
  id: string;
  account: string;
  accountId: string;
  tier: Tier;
  /** History window of the account, days. */
  windowDays: number;
  /** Position among the account's rules by age, from 0. */
  rank: number;
  pending: number;
  mark: LogMark;
  /** Changes whenever the rule changes. */
  revision: number;
  coolDownMs: number;
  firedMs: number | undefined;
  heldBack: number;
}

export interface NewDelivery {
  id: string;
  place: number;
  part: number;
  body: string;
  events: number;
}

/** The oldest pending message of a rule. */
export interface DueDelivery {
  id: string;
  rule: string;
  body: string;
  attempts: number;
  firstAttemptMs: number | undefined;
  url: string;
  /** Signing secrets, newest first. */
  secrets: readonly string[];
}

export type DeliveryOutcome =
  | { status: number }
  | {
      status?: number | undefined;
      fault: string;
      nextMs: number;
      /** The receiver asked to wait: the attempt does not count. */
      isThrottled: boolean;
    };

export interface AlertFigures {
  rules: Record<AlertState, number>;
  /** Pending messages. */
  waiting: number;
  /** Age of the longest overdue message of active rules since it was first due, milliseconds; 0 if none. */
  oldestMs: number;
}

/** Instants: unix milliseconds. */
export interface AlertStore {
  /** @throws ControlError `unknown_account`, `alert_limit`, `invalid_input` @returns the rule and its secret, shown only once */
  createAlert(request: NewAlert): Promise<AlertRule & { secret: string }>;
  /** Ordered by account and age. */
  listAlerts(options?: {
    accountName?: string | undefined;
    limit?: number | undefined;
  }): Promise<AlertListed[]>;
  /** @throws ControlError `unknown_alert` */
  findAlert(id: string): Promise<AlertRule>;
  /** @throws ControlError `unknown_alert`, `invalid_input` */
  changeAlert(id: string, change: AlertChange): Promise<AlertRule>;
  /** Setting `active`, even again, sends pending messages immediately. @throws ControlError `unknown_alert` */
  setAlertState(id: string, state: 'active' | 'paused', reason?: string): Promise<AlertRule>;
  /** Makes pending messages due now and resets their attempts, because the receiver answers again. */
  retryAlert(id: string): Promise<void>;
  /** Deletes a rule and its messages. @throws ControlError `unknown_alert` */
  deleteAlert(id: string): Promise<AlertRule>;
  /** Issues a new secret; the old secret also signs until the overlap ends. @throws ControlError `unknown_alert` */
  rotateAlertSecret(id: string, overlapMs: number): Promise<AlertRule & { secret: string }>;
  /** @throws ControlError `unknown_alert` */
  alertTarget(id: string): Promise<Pick<DueDelivery, 'url' | 'secrets'>>;
  /** The newest messages, newest first. @throws ControlError `unknown_alert` */
  alertDeliveries(
    id: string,
    options?: { state?: AlertDelivery['state'] | undefined; limit?: number | undefined },
  ): Promise<AlertDelivery[]>;
  /**
   * Resends stored messages: one message, or all created since a moment.
   *
   * @returns the number of messages
   * @throws ControlError `unknown_alert`
   */
  resendAlerts(id: string, which: { delivery: string } | { sinceMs: number }): Promise<number>;
  /**
   * Sets a rule back: all events after a log position become messages again; pending messages are replaced.
   *
   * @throws ControlError `unknown_alert`; `invalid_input` if the rule has not reached that position
   */
  rewindAlert(id: string, to: LogMark): Promise<AlertRule>;
  /**
   * Gives up a pending message; later messages are sent.
   *
   * @param delivery message id; default: the oldest pending
   * @throws ControlError `unknown_alert` if no such message is pending
   */
  skipDelivery(id: string, delivery?: string): Promise<AlertDelivery>;

  alertFigures(): Promise<AlertFigures>;
  /** Active rules; the oldest of an account first. */
  alertHeads(): Promise<AlertHead[]>;
  /**
   * Stores the messages made from the log up to a position, together with the position, atomically.
   *
   * @param made.after the rule's previous position
   * @returns false if the rule has moved or changed since; nothing is stored
   */
  storeAlerts(made: {
    rule: string;
    after: number;
    revision: number;
    mark: LogMark;
    firedMs: number | undefined;
    heldBack: number;
    deliveries: readonly NewDelivery[];
  }): Promise<boolean>;
  /** The oldest pending message of each active rule, or of one rule, if due. */
  dueDeliveries(options?: { rule?: string }): Promise<DueDelivery[]>;
  noteDelivery(id: string, outcome: DeliveryOutcome): Promise<void>;
  switchAlertOff(rule: string, reason: string): Promise<void>;
  /** Deletes messages delivered or skipped before a moment. @returns the number deleted */
  pruneDeliveries(beforeMs: number): Promise<number>;
}
