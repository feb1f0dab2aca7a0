import { BoundedMap } from '../../../../src/kernel/bounded-map.ts';
import { minuteMs } from '../../../../src/kernel/clock.ts';

/** WebSocket limits of an address (docs/exchange.md#request-limits). */
export interface AddressLimits {
  connections: number;
  /** Attempts in a minute. */
  newConnections: number;
  subscriptions: number;
  /** Distinct wallets over all subscriptions. */
  users: number;
  /** Messages sent to the exchange in a minute. */
  messages: number;
}

export const exchangeLimits: AddressLimits = {
  connections: 10,
  newConnections: 30,
  subscriptions: 1_000,
  users: 10,
  messages: 2_000,
};

/** Use of an address over all its connections; refusals are the exchange's own texts. */
export interface AddressUse {
  /** @returns why it may not connect. */
  connect(nowMs: number): string | undefined;
  disconnect(): void;
  /** @returns why a message is not read. */
  message(nowMs: number): string | undefined;
  /** @returns the reason of a refusal; undefined if accepted. @param user in lower case, if the subscription has one */
  subscribe(user: string | undefined): string | undefined;
  unsubscribe(user: string | undefined): void;
}

/** Addresses that are remembered; a simulated exchange has few. */
const addressesLimit = 10_000;

/** The use of every address. */
export function createAddressUses(limits: AddressLimits): (address: string) => AddressUse {
  const uses = new BoundedMap<string, AddressUse>(addressesLimit);
  return (address) => {
    let use = uses.get(address);
    if (use !== undefined) return use;
    use = createAddressUse(limits);
    uses.set(address, use);
    return use;
  };
}

function createAddressUse(limits: AddressLimits): AddressUse {
  const attempts = createMinute(limits.newConnections);
  const messages = createMinute(limits.messages);
  /** Subscriptions by wallet. */
  const users = new Map<string, number>();
  let connections = 0;
  let subscriptions = 0;
  return {
    connect(nowMs) {
      if (!attempts.take(nowMs)) {
        return `Cannot open more than ${limits.newConnections} connections per minute.`;
      }
      if (connections >= limits.connections) {
        return `Cannot hold more than ${limits.connections} connections.`;
      }
      connections += 1;
      return undefined;
    },
    disconnect() {
      connections -= 1;
    },
    message: (nowMs) =>
      messages.take(nowMs) ? undefined : `Cannot send more than ${limits.messages} messages per minute.`,
    subscribe(user) {
      if (subscriptions >= limits.subscriptions) {
        return `Cannot subscribe to more than ${limits.subscriptions} channels.`;
      }
      if (user !== undefined) {
        if (!users.has(user) && users.size >= limits.users) {
          return `Cannot track more than ${limits.users} total users.`;
        }
        users.set(user, (users.get(user) ?? 0) + 1);
      }
      subscriptions += 1;
      return undefined;
    },
    unsubscribe(user) {
      subscriptions -= 1;
      if (user === undefined) return;
      const left = users.get(user)! - 1;
      if (left > 0) users.set(user, left);
      else users.delete(user);
    },
  };
}

/** Counts the events of the last minute, up to a limit. */
function createMinute(limit: number): { take(nowMs: number): boolean } {
  const taken = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return {
    take(nowMs) {
      if (nowMs - taken[next]! < minuteMs) return false;
      taken[next] = nowMs;
      next = (next + 1) % limit;
      return true;
    },
  };
}
