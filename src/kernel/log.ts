import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino';
import { rfc3339, systemClock } from './clock.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Structured log: `log.info({ fields }, 'message')`. */
export type Log = Logger;

const headerPaths = ['headers["x-api-key"]', 'req.headers["x-api-key"]', 'request.headers["x-api-key"]'];

/** API keys (docs/contract.md#keys) and short-lived keys. Redacted in every log line. */
const apiKey = /tdm_(live|test)_[0-9A-Za-z]+|tdm_(temp)_[\w-]+/g;
/** Secrets that sign alert messages and billing webhooks. */
const signingSecret = /whsec_[\w+/=-]+/g;

/** The text with every API key, whole or truncated, replaced by its mode, and every signing secret redacted. */
export function redactKeys(text: string): string {
  const unkeyed = text.includes('tdm_') ? text.replace(apiKey, 'tdm_$1$2_[redacted]') : text;
  return unkeyed.includes('whsec_') ? unkeyed.replace(signingSecret, 'whsec_[redacted]') : unkeyed;
}

const warned = /^\{"level":"(?:warn|error|fatal)"/;

/** A line of the log as a sentence: its fields, its message, and of an error what it says. */
function sentenceOf(line: string): string {
  const { level: _, time: _time, msg = '', err, ...fields } = JSON.parse(line);
  const parts = [Object.keys(fields).length > 0 ? JSON.stringify(fields) : '', msg, err?.message ?? ''];
  return parts.filter((part) => part !== '').join(' ');
}

/**
 * The log: one JSON object per line, on stderr by default; stdout is for results.
 * API keys are redacted by field name and by pattern, anywhere in a line.
 * @param options.to destination of the lines; default: stderr, synchronous
 * @param options.onWarn receives warnings and errors with their fields, keys redacted
 */
export function createLog(options: {
  level: LogLevel;
  to?: DestinationStream;
  onWarn?: (text: string) => void;
}): Log {
  const { onWarn } = options;
  const settings: LoggerOptions = {
    level: options.level,
    base: null, // the log collector knows pid and host name
    timestamp: () => `,"time":"${rfc3339(systemClock.nowMs())}"`, // machine time, even if the service answers as of a past day
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: headerPaths, censor: '[redacted]' },
    hooks: {
      streamWrite(written) {
        const line = redactKeys(written);
        if (onWarn !== undefined && warned.test(line)) onWarn(sentenceOf(line));
        return line;
      },
    },
  };
  return pino(settings, options.to ?? destination({ dest: 2, sync: true }));
}
