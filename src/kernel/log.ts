import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino';
import { rfc3339, systemClock } from './clock.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Structured log: `log.info({ fields }, 'message')`. */
export type Log = Logger;

const headerPaths = ['headers["x-api-key"]', 'req.headers["x-api-key"]', 'request.headers["x-api-key"]'];

/**
 * The key format (docs/contract.md#keys), and that of short-lived keys: whatever a line says, no key in
 * it survives.
 */
const apiKey = /tdm_(live|test)_[0-9A-Za-z]+|tdm_(temp)_[\w-]+/g;
/** What messages of alerts, and those of a billing provider, are signed with. */
const signingSecret = /whsec_[\w+/=-]+/g;

/** The text with every API key in it, whole or cut off, replaced by its mode, and no secret that signs. */
export function redactKeys(text: string): string {
  const unkeyed = text.includes('tdm_') ? text.replace(apiKey, 'tdm_$1$2_[redacted]') : text;
  return unkeyed.includes('whsec_') ? unkeyed.replace(signingSecret, 'whsec_[redacted]') : unkeyed;
}

/**
 * The log: one JSON object a line, to stderr by default; stdout belongs to results.
 * API keys are redacted by field and by form, wherever they stand.
 * @param options.level least level written
 * @param options.to where lines go; stderr, written at once, where absent
 */
export function createLog(options: { level: LogLevel; to?: DestinationStream }): Log {
  const settings: LoggerOptions = {
    level: options.level,
    base: null, // pid and host name are known to the collector of the lines
    timestamp: () => `,"time":"${rfc3339(systemClock.nowMs())}"`, // of the machine, also where the service answers as of another day
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: headerPaths, censor: '[redacted]' },
    hooks: {
      streamWrite: redactKeys,
    },
  };
  return pino(settings, options.to ?? destination({ dest: 2, sync: true }));
}
