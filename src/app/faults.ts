import { createFaultLog, type FaultLog, type FaultLogOptions } from '../kernel/fault-log.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';

/** The log closes on shutdown. @param of name of the part, as `the positions` */
export function openFaults(
  of: string,
  log: Log,
  shutdown: Shutdown,
  options: Pick<FaultLogOptions, 'level'> = {},
): FaultLog {
  const faults = createFaultLog({ log, ...options });
  shutdown.register(`faults of ${of}`, () => faults.close());
  return faults;
}
