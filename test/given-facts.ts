import { join } from 'node:path';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { dexOf } from '../src/domain/coin-name.ts';
import * as tables from '../src/ingest/facts/fact-tables.ts';
import { createFactWriter, type FactWriter } from '../src/ingest/facts/fact-writer.ts';
import { walletFundingRow } from '../src/ingest/facts/market-rows.ts';
import { stateRows } from '../src/ingest/facts/position-rows.ts';
import {
  outcomeRow,
  questionRow,
  roleRow,
  settlementRow,
  subAccountRows,
  templateRow,
  vaultRow,
} from '../src/ingest/facts/registry-rows.ts';
import type { SourceFill } from '../src/ingest/source-fill.ts';
import { createLog } from '../src/kernel/log.ts';
import type { WireClearinghouseState, WirePosition } from '../src/wire/clearinghouse-state.ts';
import type { WireOutcome, WireOutcomeTemplate, WireQuestion } from '../src/wire/outcome.ts';
import { type GivenMarket, marketWrites } from './given-market.ts';
import { type FillDraft, sourceFills } from './source-fills.ts';

/*
 * Facts that a test puts into the store. Names and texts are the exchange's own, amounts decimals. Fields that a draft omits have
 * plausible, constant defaults. `time` is unix milliseconds; default: the harness's `nowMs`.
 */

/** An open position in the terms of an account state. */
export interface PositionDraft {
  wallet: string;
  coin: string;
  /** Signed. */
  szi: string;
  time?: number;
  entryPx?: string;
  markPx?: string;
  leverage?: number;
  /** Default: cross. */
  leverageType?: 'cross' | 'isolated';
  liquidationPx?: string | null;
  marginUsed?: string;
  fundingSinceOpen?: string;
  /** Fields that the state omits. */
  unsaid?: readonly Exclude<keyof WirePosition, 'coin' | 'szi'>[];
}

export interface OutcomeDraft extends Partial<Omit<WireOutcome, 'sideSpecs'>> {
  outcome: number;
  time?: number;
  /** Default: Yes and No. */
  sides?: readonly string[];
  /** Settlement time, unix milliseconds; default: the time of the read. */
  settledMs?: number;
  /** Payout of a Yes, if settled. */
  settleFraction?: string;
}

/** A payment as `userFunding` has it, flat. */
export interface FundingDraft {
  wallet: string;
  time: number;
  coin: string;
  usdc: string;
  szi?: string;
  fundingRate?: string;
  /** Hours of a day that the exchange has merged. */
  nSamples?: number;
}

export interface Given {
  fills?: readonly (SourceFill | FillDraft)[];
  funding?: readonly FundingDraft[];
  positions?: readonly PositionDraft[];
  market?: GivenMarket;
  outcomes?: readonly OutcomeDraft[];
  templates?: readonly WireOutcomeTemplate[];
  /** Of each a row of the master's list, and the role that the exchange has for it. */
  subAccounts?: readonly { master: string; wallet: string; name: string }[];
  vaults?: readonly { vault: string; leader: string; name: string }[];
  questions?: readonly (Partial<WireQuestion> & { question: number; time?: number })[];
  /** Rows of other tables, as they are. */
  write?(facts: Pick<FactWriter, 'write'>): Promise<unknown>;
}

/** The fills of a test: drafts as they are, in their order, become source fills. */
export function givenFills({ fills = [] }: Given): SourceFill[] {
  const isDraft = (fill: SourceFill | FillDraft): fill is FillDraft => !('fill' in fill);
  const drafts = fills.filter(isDraft);
  return drafts.length === fills.length ? sourceFills(drafts) : (fills as SourceFill[]);
}

/** Stores the facts of a test through the writer that the connector has. @param dir for batches on their way */
export async function storeFacts(
  analytics: AnalyticsStore,
  dir: string,
  given: Given,
  nowMs: number,
): Promise<void> {
  const log = createLog({ level: 'silent' });
  const writer = createFactWriter({ analytics, dir: join(dir, 'facts'), log, flushMs: 1 });
  try {
    for (const positions of statesInTurn(given))
      await Promise.all(positionWrites(writer, { positions }, nowMs));
    await Promise.all([
      ...marketWrites(writer, given.market ?? {}, nowMs),
      ...outcomeWrites(writer, given, nowMs),
      ...ownerWrites(writer, given, nowMs),
      writer.write(tables.walletFunding, (given.funding ?? []).map(fundingRow)),
      given.write?.(writer),
    ]);
  } finally {
    await writer.close();
  }
}

/** The first state of every position, then the second states: a batch writes only the newest of several. */
function statesInTurn({ positions = [] }: Given): PositionDraft[][] {
  const seen = new Map<string, number>();
  const turns = Map.groupBy(positions, ({ wallet, coin }) => {
    const turn = seen.get(`${wallet} ${coin}`) ?? 0;
    seen.set(`${wallet} ${coin}`, turn + 1);
    return turn;
  });
  return [...turns.values()];
}

/** States by account: its wallet, its dex and its time. */
function positionWrites(writer: FactWriter, { positions = [] }: Given, nowMs: number): Promise<void>[] {
  const accounts = Map.groupBy(positions, ({ wallet, coin, time = nowMs }) =>
    JSON.stringify([wallet, dexOf(coin), time]),
  );
  return [...accounts].flatMap(([account, drafts]) => {
    const [wallet, dex, time] = JSON.parse(account) as [string, string, number];
    const open = drafts.map(wirePosition);
    const rows = stateRows({ wallet, dex }, wireState(time, open), []);
    return [writer.write(tables.accounts, [rows.account]), writer.write(tables.positions, rows.positions)];
  });
}

function wirePosition(draft: PositionDraft): WirePosition {
  const { coin, szi, entryPx = '100', markPx = entryPx, leverage = 10, leverageType = 'cross' } = draft;
  const value = Math.abs(Number(szi)) * Number(markPx);
  const pnl = Number(szi) * (Number(markPx) - Number(entryPx));
  const position: WirePosition = {
    coin,
    szi,
    leverage: { type: leverageType, value: leverage },
    entryPx,
    positionValue: String(value),
    unrealizedPnl: String(pnl),
    returnOnEquity: '0',
    liquidationPx: draft.liquidationPx ?? null,
    marginUsed: draft.marginUsed ?? String(value / leverage),
    maxLeverage: 40,
    cumFunding: { allTime: '0', sinceOpen: draft.fundingSinceOpen ?? '0', sinceChange: '0' },
  };
  for (const part of draft.unsaid ?? []) delete (position as Partial<WirePosition>)[part];
  return position;
}

function wireState(time: number, positions: WirePosition[]): WireClearinghouseState {
  const sum = (field: 'positionValue' | 'marginUsed') =>
    String(positions.reduce((all, position) => all + Number(position[field] ?? 0), 0));
  const summary = {
    accountValue: sum('positionValue'),
    totalNtlPos: sum('positionValue'),
    totalRawUsd: '0',
    totalMarginUsed: sum('marginUsed'),
  };
  return {
    marginSummary: summary,
    crossMarginSummary: summary,
    crossMaintenanceMarginUsed: '0',
    withdrawable: '0',
    assetPositions: positions.map((position) => ({ type: 'oneWay', position })),
    time,
  };
}

function fundingRow({ wallet, time, szi = '1', fundingRate = '0.0000125', ...payment }: FundingDraft) {
  return walletFundingRow(wallet, {
    time,
    delta: { szi, fundingRate, ...payment },
  });
}

function ownerWrites(
  writer: FactWriter,
  { subAccounts = [], vaults = [] }: Given,
  nowMs: number,
): Promise<void>[] {
  const reported = subAccounts.map(({ master, wallet, name }) => ({ master, subAccountUser: wallet, name }));
  return [
    writer.write(tables.subAccounts, subAccountRows(nowMs, reported)),
    writer.write(
      tables.walletRoles,
      subAccounts.map(({ master, wallet }) =>
        roleRow(nowMs, wallet, { role: 'subAccount', data: { master } }),
      ),
    ),
    writer.write(
      tables.vaults,
      vaults.map(({ vault, leader, name }) => vaultRow(nowMs, { vaultAddress: vault, leader, name })),
    ),
  ];
}

function outcomeWrites(
  writer: FactWriter,
  { outcomes = [], questions = [], templates = [] }: Given,
  nowMs: number,
): Promise<void>[] {
  const specOf = ({ outcome, name, description = '', sides = ['Yes', 'No'], ...draft }: OutcomeDraft) => ({
    outcome,
    name: name ?? `Outcome ${outcome}`,
    description,
    sideSpecs: sides.map((side) => ({ name: side })),
    venue: draft.venue,
    deployer: draft.deployer,
    deployerFeeScale: draft.deployerFeeScale,
    quoteToken: draft.quoteToken ?? 'USDH',
  });
  const settled = outcomes.flatMap(({ settleFraction, time = nowMs, settledMs = time, ...draft }) =>
    settleFraction === undefined ? [] : [settlementRow(settledMs, { spec: specOf(draft), settleFraction })],
  );
  return [
    writer.write(
      tables.outcomes,
      outcomes.map((draft) => outcomeRow(draft.time ?? nowMs, specOf(draft))),
    ),
    writer.write(tables.outcomeSettlements, settled),
    writer.write(
      tables.outcomeTemplates,
      templates.map((template) => templateRow(nowMs, template)),
    ),
    writer.write(
      tables.outcomeQuestions,
      questions.map(({ question, time = nowMs, ...draft }) =>
        questionRow(time, {
          question,
          name: `Question ${question}`,
          description: '',
          namedOutcomes: [],
          settledNamedOutcomes: [],
          ...draft,
        }),
      ),
    ),
  ];
}
