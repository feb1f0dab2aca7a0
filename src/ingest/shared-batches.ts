import { rmSync, writeFileSync } from 'node:fs';
import { Type } from 'typebox';
import { dropJoined } from '../analytics/filling/stages.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type BatchStore, createBatchStore, insertBatch, recordBatch } from './batch-store.ts';
import type { Journal } from './journal.ts';
import type { PreparedBatch } from './prepared-batch.ts';

const newestEpoch = query({
  name: 'newest_writer_epoch',
  params: {},
  row: Type.Object({ epoch: Type.String() }),
  sql: 'SELECT max(epoch) AS epoch FROM writer_epochs',
});

// Promises older than the newest settled holder are skipped: nothing of them was inserted, and others may have read the same fills since.
const promisedBatches = query({
  name: 'promised_batches',
  params: {},
  row: Type.Object({ token: Type.String(), batch: Type.String() }),
  sql: `
    SELECT token, batch FROM promised_batches
    WHERE epoch >= (SELECT max(epoch) FROM writer_epochs WHERE settled)
      AND token NOT IN (SELECT token FROM ingest_batches)
    ORDER BY epoch
    LIMIT 1 BY token`,
});

const promisedRows = query({
  name: 'promised_rows',
  params: { token: 'String' },
  row: Type.Object({}),
  sql: 'SELECT rows FROM promised_batches WHERE token = {token:String} LIMIT 1',
  limits: { deadlineMs: 120_000, maxRows: 1, maxMemoryBytes: 4 * 2 ** 30 },
});

const leftPromises = query({
  name: 'left_promises',
  params: {},
  row: Type.Object({ token: Type.String() }),
  sql: 'SELECT DISTINCT token FROM promised_batches',
});

/** Batch store shared by several processes, of which only one at a time may write. */
export interface SharedBatches {
  batches: BatchStore;
  /** Epoch of the newest lease holder; no holder had a higher one. */
  newestEpoch(): Promise<number>;
  /**
   * Starts this lease holder's epoch: inserts of earlier holders no longer take effect, and their promised batches are finished.
   * @param journal this process's own journal; cleared, because its batches were promised in an earlier epoch
   * @returns number of finished batches
   */
  takeOver(journal: Journal): Promise<number>;
}

/**
 * Batch store on a ClickHouse server (docs/adr/servers.md#one-writer). A batch is promised in the store, with its rows, before its
 * insert. Each insert takes effect only while its writer has the newest epoch: the next process, on any machine, completes the batches of
 * a killed one, and a process that was only slow inserts nothing more.
 *
 * @param options.epoch epoch of this process's lease
 * @throws the error of `epoch` from every write if this process has no lease
 */
export function createSharedBatches(options: { analytics: AnalyticsStore; epoch(): number }): SharedBatches {
  const { analytics, epoch: ownEpoch } = options;
  const own = createBatchStore(analytics);
  const isNewest = (epoch: number) => `(SELECT max(epoch) FROM writer_epochs) = ${epoch}`;

  async function readNewest(): Promise<number> {
    const [row] = await analytics.rows(newestEpoch, {}, { lane: 'write' });
    return Number(row!.epoch);
  }

  async function promise(batch: PreparedBatch, epoch: number): Promise<void> {
    // Another machine has other paths, so the promise omits the file.
    const promised = { ...batch, insert: { ...batch.insert, file: '' } };
    const text = JSON.stringify(promised).replaceAll(/['\\]/g, '\\$&');
    await analytics.insertArrow({
      file: batch.insert.file,
      format: 'RawBLOB',
      structure: 'rows String',
      target: 'promised_batches (epoch, token, batch, rows)',
      select: `${epoch}, '${batch.insert.token}', '${text}', rows`,
      onlyIf: isNewest(epoch),
      token: '',
    });
  }

  async function insert(batch: PreparedBatch): Promise<void> {
    const epoch = ownEpoch();
    await promise(batch, epoch);
    await insertBatch(analytics, batch, isNewest(epoch));
  }

  async function record(batch: PreparedBatch): Promise<void> {
    const epoch = ownEpoch();
    await recordBatch(analytics, batch, isNewest(epoch));
    // Epochs only grow: if this epoch is still the newest, it was the newest at each insert of the batch.
    if ((await readNewest()) !== epoch) {
      throw new Error('another process writes into these stores now; this one stops writing');
    }
    await forget(batch.insert.token);
  }

  async function repair(batch: PreparedBatch): Promise<string[]> {
    ownEpoch();
    return own.repair(batch);
  }

  /** Throws if this process has no lease. */
  async function held<Result>(work: () => Promise<Result>): Promise<Result> {
    ownEpoch();
    return work();
  }

  async function forget(token: string): Promise<void> {
    if (!/^\d+-[0-9a-f]{32}$/.test(token)) throw new Error(`no token of a batch: ${token}`);
    await analytics.command(`ALTER TABLE promised_batches DROP PARTITION '${token}'`);
  }

  async function finishLeft(journal: Journal): Promise<number> {
    const left = await analytics.rows(promisedBatches, {}, { lane: 'write' });
    const promised = left.map(({ batch }) => JSON.parse(batch) as PreparedBatch);
    for (const batch of promised.sort((a, b) => a.seq - b.seq)) {
      const file = journal.rowsPath(batch.seq);
      const answer = await analytics.bytes(promisedRows, { token: batch.insert.token }, { lane: 'write' });
      writeFileSync(file, onlyString(answer));
      const again = { ...batch, insert: { ...batch.insert, file } };
      await insert(again);
      await repair(again);
      await record(again);
      rmSync(file);
    }
    return promised.length;
  }

  return {
    batches: {
      ...own,
      insert,
      repair,
      record,
      rewrite: (kind) => held(() => own.rewrite(kind)),
      forget: (request, onForgotten) => held(() => own.forget(request, onForgotten)),
      forgetContexts: (name) => held(() => own.forgetContexts(name)),
      forgetLedger: (wallet) => held(() => own.forgetLedger(wallet)),
      storeContexts: (rows) => held(() => own.storeContexts(rows)),
      recordMarks: (marks) => held(() => own.recordMarks(marks)),
      finishRewrite: () => held(() => own.finishRewrite()),
    },
    newestEpoch: readNewest,
    async takeOver(journal) {
      journal.clear();
      const epoch = ownEpoch();
      // Uses SELECT: a server may batch inserts of values, and answer before they are visible.
      await analytics.command(`INSERT INTO writer_epochs SELECT ${epoch}, 0`);
      await dropJoined(analytics);
      const finished = await finishLeft(journal);
      await own.finishRewrite();
      await analytics.command(`INSERT INTO writer_epochs SELECT ${epoch}, 1`);
      for (const { token } of await analytics.rows(leftPromises, {}, { lane: 'write' })) await forget(token);
      return finished;
    },
  };
}

/** Text of a RowBinary answer of one row and one String: the length comes first, seven bits a byte, lowest first. */
function onlyString(bytes: Uint8Array): Uint8Array {
  let length = 0;
  let at = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error('the rows of a promised batch are gone');
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  if (bytes.length !== at + length) throw new Error('the rows of a promised batch are cut off');
  return bytes.subarray(at);
}
