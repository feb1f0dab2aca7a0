import type { Schemas } from '../api/calls.ts';
import { cohortPath, coinPath, outcomePath, walletPath } from '../names/paths.ts';
import { walletText } from '../names/wallet.tsx';

/** A story of a daily edition, as the rules write it. */
export interface Story {
  type: string;
  entity: string;
  headline: string;
  /** The facts behind it, which stay. */
  receipt: Readonly<Record<string, string | number>>;
  score: number;
}

export interface Standing {
  coinMovers: readonly { coin: string; changePct: number; volumeUsd: number }[];
  settledToday: readonly {
    outcomeId: number;
    name: string;
    winningSide?: number;
    /** Absent from editions of before November 2026. */
    winningSideName?: string;
  }[];
  leaderboardMovers: readonly { address: string; rank: number; previousRank: number; pnl: number }[];
}

/** An edition with the fields that the contract leaves open, as editions have them (docs/methodology). */
export type Edition = Omit<Schemas['DailyPulseEdition'], 'hero' | 'stories' | 'standing'> & {
  hero?: Story;
  stories?: readonly Story[];
  standing?: Standing;
};

const dayMs = 86_400_000;

/** The UTC day this many days after another, before it where negative. */
export function dayFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

/** Page of a receipt; undefined if its kind has none. */
export function receiptAddress({ receipt }: Story): string | undefined {
  const { kind, wallet, coin, outcomeId, lifecycleId, tier } = receipt;
  if (lifecycleId !== undefined) return `/lifecycle/${lifecycleId}`;
  if (kind === 'settlement' && outcomeId !== undefined) return outcomePath(outcomeId);
  if (typeof wallet === 'string') return walletPath(wallet);
  if (typeof coin === 'string') return coinPath(coin);
  if (typeof tier === 'string') return cohortPath(tier);
  return undefined;
}

/** A story in a sentence, with its addresses in short. */
export function headlineOf({ headline }: Story): string {
  return headline.replace(/0x[0-9a-f]{40}/g, walletText);
}

/** Display name of a story's kind. */
export function storyName(type: string): string {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
