import { mkdirSync } from 'node:fs';
import { Session } from 'chdb';
import { runAlone } from './batch.ts';
import { type LanePool, lanePool } from './lane.ts';
import { laneRules, laneSettings, queryMemoryBytes } from './lane-rules.ts';
import { fillPlaceholders } from './literal.ts';
import { blockSettings } from './one-block.ts';
import type { AnyQuery } from './query.ts';
import { parseRows } from './rows.ts';
import {
  AnalyticsError,
  type AnalyticsStore,
  type ArrowInsert,
  type CallOptions,
  failureOfCode,
  type Lane,
  laneOfCommands,
  laneOfReads,
  lanes,
} from './store.ts';
import {
  beginUse,
  damagedMetadata,
  endUse,
  keepMetadata,
  restoreMetadata,
} from './wholeness/metadata-copy.ts';

export interface ChdbOptions {
  /** Directory of the engine's data; belongs to one process at a time. */
  dir: string;
  database?: string;
  /** Sessions for requests. One Session runs one query at a time. */
  readSessions?: number;
  /** Called with the files of the engine's metadata were damaged and put back from their copy. */
  onRestored?(paths: readonly string[]): void;
  /** Calls that may wait for a Session before more are refused as `overloaded`. */
  queueLimit?: number;
}

const sessionSettings = {
  // Numbers that would lose digits as JSON numbers stay strings.
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_array_of_rows: 1,
  // The query text contains values as hex digits, twice their size (param-value.ts bounds them).
  max_query_size: 8_388_608,
};

function settingsOf(lane: Lane): string {
  const { readonly } = laneRules[lane];
  const settings = { ...sessionSettings, ...laneSettings(lane), ...(readonly && { readonly: 2 }) };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

/** A place for one Session. Empty at first, and after a failed statement until the next one. */
interface Slot {
  session?: Session | undefined;
}

/**
 * The embedded adapter: the engine runs inside this process. All Sessions live on the main thread;
 * the native addon crashes when several threads of one process load it (docs/adr/storage.md#the-engines-sessions-and-lanes).
 */
export async function openChdb(options: ChdbOptions): Promise<AnalyticsStore> {
  const { dir, database = 'tidemark', readSessions = laneRules.read.embedded, queueLimit = 256 } = options;
  mkdirSync(dir, { recursive: true });
  logRestored(beginUse(dir), options.onRestored);
  const sessions = (lane: Lane) => (lane === 'read' ? readSessions : laneRules[lane].embedded);
  async function openSession(lane: Lane): Promise<Session> {
    const session = openEngine(dir, options.onRestored);
    try {
      await session.queryAsync(`CREATE DATABASE IF NOT EXISTS \`${database}\``);
      await session.queryAsync(`USE \`${database}\``);
      await session.queryAsync(`SET ${settingsOf(lane)}`);
      return session;
    } catch (error) {
      session.close();
      throw engineError({ name: 'open' }, error);
    }
  }
  const slots: Slot[] = [];
  const pools = {} as Record<Lane, LanePool<Slot>>;
  try {
    for (const lane of lanes) {
      const places: Slot[] = [];
      for (let i = 0; i < sessions(lane); i++) places.push({ session: await openSession(lane) });
      slots.push(...places);
      pools[lane] = lanePool(places, queueLimit);
    }
    keepMetadata(dir, false);
  } catch (error) {
    for (const slot of slots) slot.session?.close();
    endUse(dir, false);
    throw error;
  }
  let closing: Promise<void> | undefined;

  async function execute(lane: Lane, of: Executed, sql: string, format: string, signal?: AbortSignal) {
    const { name } = of;
    if (closing !== undefined) throw new AnalyticsError('unavailable', name, 'the store is closed');
    return pools[lane].run(name, signal, async (slot) => {
      try {
        slot.session ??= await openSession(lane);
        return await slot.session.queryAsync(sql, { format });
      } catch (error) {
        // What a failed statement had written already would come back before the next result of its
        // Session, as rows of another query. A new Session takes about a millisecond.
        slot.session?.close();
        slot.session = undefined;
        throw engineError(of, error);
      }
    });
  }

  function answerOf(
    query: AnyQuery,
    params: Record<string, unknown>,
    format: 'JSONEachRow' | 'RowBinary',
    { lane = laneOfReads, signal }: CallOptions = {},
  ) {
    const sql = `${fillPlaceholders(query.sql, query.params, params)}\nSETTINGS ${querySettings(query, lane)}`;
    return execute(lane, executed(query), sql, format, signal);
  }

  const rows: AnalyticsStore['rows'] = async (query, params, options = {}) => {
    if (query.batch !== undefined) return runAlone(rows, query, params, options);
    return parseRows(query, (await answerOf(query, params, 'JSONEachRow', options)).text());
  };

  return {
    kind: 'chdb',
    rows,
    async bytes(query, params, options) {
      return (await answerOf(query, params, 'RowBinary', options)).bytes();
    },
    async command(sql, { lane = laneOfCommands, signal } = {}) {
      await execute(lane, { name: sql.slice(0, 40) }, sql, 'Null', signal);
    },
    async insertArrow(insert) {
      const name = `insert ${insert.target.split(' ')[0]}`;
      await execute('write', { name }, insertStatement(insert), 'Null');
    },
    close() {
      closing ??= Promise.all(Object.values(pools).map((pool) => pool.drained())).then(() => {
        for (const slot of slots) slot.session?.close();
        endUse(dir);
      });
      return closing;
    },
  };
}

function openEngine(dir: string, onRestored: ChdbOptions['onRestored']): Session {
  try {
    return new Session(dir);
  } catch (error) {
    const restored = restoreMetadata(dir, true);
    logRestored(restored, onRestored);
    if (restored.length > 0) return openEngine(dir, onRestored);
    throw new AnalyticsError('unavailable', 'open', openFault(dir), error);
  }
}

function logRestored(paths: readonly string[], onRestored: ChdbOptions['onRestored']): void {
  if (paths.length > 0) onRestored?.(paths);
}

/** The engine writes its reason to stderr alone. */
function openFault(dir: string): string {
  const damaged = damagedMetadata(dir);
  return damaged === undefined
    ? `cannot open the engine's data in ${dir}: the engine printed the reason above; is another process using them?`
    : `cannot open the engine's data in ${dir}: its metadata are damaged, ${damaged} is truncated or changed; restore that file, or the directory, from a backup`;
}

function querySettings({ limits, settings: own }: AnyQuery, lane: Lane): string {
  const settings = [
    ...Object.entries(own).map(([name, value]) => `${name}=${value}`),
    `max_execution_time=${limits.deadlineMs / 1000}`,
    `max_result_rows=${limits.maxRows}`,
    `result_overflow_mode='throw'`,
    `max_memory_usage=${queryMemoryBytes(lane, limits.maxMemoryBytes)}`,
  ];
  return settings.join(', ');
}

function insertStatement(insert: ArrowInsert): string {
  const { file, structure, target, select, groupBy, token, onlyIf = '1', format = 'ArrowStream' } = insert;
  for (const text of [file, structure, token]) {
    if (/['\\]/.test(text)) throw new Error(`quotes and backslashes are not allowed here: ${text}`);
  }
  const settings = Object.entries(blockSettings(format)).map(([name, value]) => `${name}=${value}`);
  settings.push(`insert_deduplication_token='${token}'`);
  return `INSERT INTO ${target} SELECT ${select} FROM file('${file}', '${format}', '${structure}')
    WHERE ${onlyIf} ${groupBy === undefined ? '' : `GROUP BY ${groupBy}`} SETTINGS ${settings.join(', ')}`;
}

/** A statement, for errors; `boundMs` is how long it may take. */
interface Executed {
  name: string;
  boundMs?: number;
}

const executed = ({ name, limits }: AnyQuery): Executed => ({ name, boundMs: limits.deadlineMs });

function engineError({ name, boundMs }: Executed, error: unknown): AnalyticsError {
  if (error instanceof AnalyticsError) return error;
  const { clickhouseCode, message } = error as { clickhouseCode?: number; message?: string };
  return new AnalyticsError(failureOfCode(clickhouseCode), name, message ?? String(error), error, boundMs);
}
