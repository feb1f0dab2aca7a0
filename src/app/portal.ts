import { guestTerms } from '../access/guest.ts';
import { createShortKeys, type ShortKeys } from '../access/short-keys.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../kernel/clock.ts';
import { createPortal } from '../portal/portal.ts';
import type { StatusOptions } from '../portal/status.ts';
import { version } from '../version.ts';

/** Keys of pages, which every process on this control store issues and takes. */
export async function openShortKeys(config: Config, control: ControlStore) {
  const { guest } = config;
  const secret = await control.secret('short-lived keys');
  // A key ends by the real time, also where the data are of another day.
  const shortKeys = createShortKeys({ secret, clock: systemClock });
  return { shortKeys, guests: guest === 'off' ? undefined : guestTerms(guest) };
}

/** What the pages ask beside the API. */
export function openPortal(
  keys: Awaited<ReturnType<typeof openShortKeys>> & { shortKeys: ShortKeys },
  dataSource: 'simulated' | undefined,
  { newestBlock }: Pick<StatusOptions, 'newestBlock'>,
) {
  return createPortal({ ...keys, simulated: dataSource === 'simulated', version, newestBlock });
}
