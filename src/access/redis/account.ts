import type { TierLimits } from '../../domain/tier.ts';
import { type AccountLimits, type AccountState, routeBucket } from '../account-limits.ts';
import type { Caller } from '../caller.ts';
import type { LimitDecision, LimitedRoute } from '../limiter.ts';
import { newBucket, refill, type TokenBucket, takeTokens, unitsOf } from '../token-bucket.ts';
import type { HeldTokens, LimitAnswer } from './script.ts';

/** Tokens taken from Redis ahead of the requests they are for, all for one kind of request. */
export interface Lease {
  /** Requests the lease still covers. */
  left: number;
  /** `left` as of the last answer of Redis. */
  size: number;
  /** Requests leased ahead of time in the last answer. */
  spare: number;
  /** Grant time of the oldest remaining token. */
  grantedMs: number;
  /** When Redis was asked for it last. */
  requestedMs: number;
  /** What a request takes from the minute bucket, and from that of its route. */
  minuteUnits: number;
  route: { id: string; units: number } | undefined;
}

export interface Asker {
  caller: Caller;
  route: LimitedRoute;
}

export interface Waiting extends Asker {
  resolve: (decision: LimitDecision) => void;
  reject: (error: Error) => void;
}

/** Buckets of the requests admitted while Redis was unreachable. */
type Owed = Pick<AccountState, 'minute' | 'routes'>;

export interface RedisAccount extends AccountLimits {
  id: string;
  /**
   * The limits that the next request of this process meets: Redis state at the last answer, minus this process's leases,
   * refilled since. Shares its buckets with the account. Other processes can improve this state only by releasing
   * tokens.
   */
  view: AccountState;
  /** Keyed by {@link leaseKind}. */
  leases: Map<string, Lease>;
  owed: Owed;
  waiting: Waiting[];
  /** Caller and route of the last call to Redis. */
  asker: Asker | undefined;
  /** A call to Redis is in flight; at most one per account. */
  asking: boolean;
  /** May return the lease; until Redis answers, no request may spend it. */
  givingBack: boolean;
  answeredMs: number;
}

/** Tokens are spent or released within this time, so that leases are not hoarded across a refill. */
export const leaseMs = 250;
/** Most requests of one lease. */
export const leaseRequests = 200;

export function newRedisAccount(limits: AccountLimits): RedisAccount {
  const { minute, routes, day, month } = limits;
  return {
    ...limits,
    id: day.accountId,
    view: { minute, routes, day: { count: day.count }, month: { count: month.count } },
    leases: new Map(),
    owed: { minute: newBucket(minute.atMs), routes: new Map() },
    waiting: [],
    asker: undefined,
    asking: false,
    givingBack: false,
    answeredMs: Number.NEGATIVE_INFINITY,
  };
}

/** Clears the state of the previous day; its few remaining leased tokens are lost. */
export function beginPeriod(account: RedisAccount): void {
  account.leases.clear();
  account.view.day.count = account.day.count;
  account.view.month.count = account.month.count;
  account.answeredMs = Number.NEGATIVE_INFINITY;
}

/** Routes without their own bucket share a lease if they cost the same. */
export function leaseKind(route: LimitedRoute): string {
  return route.ownLimit || route.cost !== 1 ? route.id : '';
}

/** Maximum requests to lease ahead of time: one second's refill, so small accounts never have a lease. */
function spareLimit({ ratePerMinute, routeRatePerMinute }: TierLimits, route: LimitedRoute): number {
  const perMinute = route.ownLimit ? Math.min(ratePerMinute, routeRatePerMinute) : ratePerMinute;
  return Math.min(leaseRequests, Math.floor(perMinute / 60 / route.cost));
}

/** Requests to lease ahead of time now: doubles while leases are used up as fast as they are granted. */
export function nextSpare({ leases }: RedisAccount, { caller, route }: Asker, atMs: number): number {
  const lease = leases.get(leaseKind(route));
  if (lease === undefined || atMs - lease.requestedMs > 2 * leaseMs) return 0;
  const expired = lease.left > 0 && !covers(lease, atMs);
  const [wanted, left] = expired ? [wantedOf(lease), 0] : [lease.spare, lease.left];
  return Math.max(0, Math.min(spareLimit(caller.limits, route) - left, wanted * 2 + 1));
}

/** The lease size that would have been enough. */
function wantedOf({ size, left, spare }: Lease): number {
  return left > 0 ? Math.max(0, size - left - 1) : spare;
}

export function covers(lease: Lease | undefined, atMs: number): lease is Lease {
  return lease !== undefined && lease.left > 0 && atMs - lease.grantedMs < leaseMs;
}

/** True if the account holds tokens that were not spent in time. */
export function holdsExpired({ leases }: RedisAccount, atMs: number): boolean {
  for (const lease of leases.values()) if (lease.left > 0 && !covers(lease, atMs)) return true;
  return false;
}

/** Empties all leases (tokens returned or lost) and remembers how large each needed to be. */
export function emptyLeases({ leases }: RedisAccount): void {
  for (const lease of leases.values()) {
    lease.spare = wantedOf(lease);
    lease.left = 0;
  }
}

export function holdsTokens({ leases }: RedisAccount): boolean {
  for (const { left } of leases.values()) if (left > 0) return true;
  return false;
}

export function heldTokens(leases: ReadonlyMap<string, Lease>): HeldTokens {
  const routeUnits = new Map<string, number>();
  let [requests, units] = [0, 0];
  for (const { left, minuteUnits, route } of leases.values()) {
    requests += left;
    units += left * minuteUnits;
    if (route !== undefined && left > 0) {
      routeUnits.set(route.id, (routeUnits.get(route.id) ?? 0) + left * route.units);
    }
  }
  return { requests, units, routeUnits };
}

export function applyAnswer(
  account: RedisAccount,
  asker: Asker,
  spare: number,
  charged: NonNullable<LimitAnswer['charged']>,
  atMs: number,
): void {
  const { leases, view } = account;
  const { route } = asker;
  if (charged.granted > 0) extendLease(leases, asker, spare, charged.granted, atMs);
  const held = heldTokens(leases);
  setBucket(view.minute, charged.minuteUnits - held.units, atMs);
  account.owed.minute.usedUnits = 0;
  if (route.ownLimit) {
    const bucket = routeBucket(view.routes, route.id, atMs);
    setBucket(bucket, charged.routeUnits - (held.routeUnits.get(route.id) ?? 0), atMs);
    account.owed.routes.delete(route.id);
  }
  view.day.count = charged.dayCount - held.requests;
  view.month.count = charged.monthCount - held.requests;
  account.answeredMs = atMs;
}

function extendLease(
  leases: RedisAccount['leases'],
  { caller, route }: Asker,
  spare: number,
  granted: number,
  atMs: number,
): void {
  const before = leases.get(leaseKind(route));
  const left = (before?.left ?? 0) + granted;
  leases.set(leaseKind(route), {
    left,
    size: left,
    spare,
    grantedMs: before !== undefined && before.left > 0 ? before.grantedMs : atMs,
    requestedMs: atMs,
    ...unitsPerRequest({ caller, route }),
  });
}

function unitsPerRequest({ caller, route }: Asker): Pick<Lease, 'minuteUnits' | 'route'> {
  const { ratePerMinute, routeRatePerMinute } = caller.limits;
  return {
    minuteUnits: unitsOf(ratePerMinute, route.cost),
    route: route.ownLimit ? { id: route.id, units: unitsOf(routeRatePerMinute, route.cost) } : undefined,
  };
}

/**
 * Keeps the token of a request that found no room, for return to Redis. The token cannot be spent here: the buckets have
 * refilled since it was taken.
 */
export function returnToken({ leases }: RedisAccount, { caller, route }: Asker, atMs: number): void {
  const kind = `${leaseKind(route)} returned`;
  const left = (leases.get(kind)?.left ?? 0) + 1;
  const neverCovers = { size: left, spare: 0, grantedMs: Number.NEGATIVE_INFINITY, requestedMs: atMs };
  leases.set(kind, { left, ...neverCovers, ...unitsPerRequest({ caller, route }) });
}

function setBucket(bucket: TokenBucket, usedUnits: number, atMs: number): void {
  bucket.usedUnits = Math.max(0, usedUnits);
  bucket.atMs = atMs;
}

/** Records a request admitted without Redis, to be charged there later. */
export function owe({ owed }: RedisAccount, { limits }: Caller, route: LimitedRoute, atMs: number): void {
  refill(owed.minute, limits.ratePerMinute, atMs);
  takeTokens(owed.minute, limits.ratePerMinute, route.cost);
  if (!route.ownLimit) return;
  const own = routeBucket(owed.routes, route.id, atMs);
  refill(own, limits.routeRatePerMinute, atMs);
  takeTokens(own, limits.routeRatePerMinute, route.cost);
}

/** Used units of a bucket at a moment; 0 if there is no bucket. */
export function usedUnits(bucket: TokenBucket | undefined, ratePerMinute: number, atMs: number): number {
  if (bucket === undefined) return 0;
  refill(bucket, ratePerMinute, atMs);
  return bucket.usedUnits;
}
