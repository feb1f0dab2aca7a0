import { Type } from 'typebox';
import { liquidatorList } from '../../archetypes/close-lists.ts';
import {
  leastSample,
  type Skill,
  type SkillFigure,
  type SkillFigureName,
  skillFigures,
  skillOf,
  skillReasons,
} from '../../domain/skill.ts';
import { dayMs, rfc3339, utcDayStartMs } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { dateTime, double, flag, int32, oneOf, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-names.ts';
import { address } from '../params/names.ts';
import { checkFromTo, fromTo, spanOf } from '../params/time-range.ts';
import { readSkillDays, type SkillDays } from '../queries/skill-days.ts';
import { bodySchema, nullable, optional, type Static } from '../schema.ts';
import type { Sources } from '../sources.ts';

const usualMs = 90 * dayMs;
/** Minimum maker share of a market maker's volume in a window, percent. */
const leastMakerShare = 70;
/** A market maker's smaller side is at least this share of its larger one. */
const leastSideBalance = 1 / 3;
/** Minimum hedged share of open positions, percent; less is chance. */
const leastHedgedShare = 5;

const reasons = Object.keys(skillReasons) as (keyof typeof skillReasons)[];
const skillFigure = bodySchema('SkillFigure', {
  value: nullable(double('The figure; null if unknown.')),
  low: nullable(
    double('Lower end of its 95 % interval; null if the sample is too small, or the interval has no bound.'),
  ),
  high: nullable(double('Upper end of it.')),
  days: int32('Days that it rests on.'),
  closedPositions: int32('Perp positions that were closed in the window, from flat to flat.'),
  insufficient: optional(
    Type.Array(
      oneOf(
        Object.keys(leastSample) as (keyof typeof leastSample)[],
        `What there is too little of: ${leastSample.days} days and ${leastSample.closedPositions} closed positions are the least.`,
      ),
    ),
  ),
  reason: optional(
    oneOf(
      reasons,
      `Why it is null, or why days of the window are left out. ${Object.entries(skillReasons)
        .map(([name, words]) => `${name}: ${words}`)
        .join('; ')}.`,
    ),
  ),
});

const drawdownBody = bodySchema('SkillDrawdown', {
  from: dateTime('Its highest point.'),
  to: dateTime('Its lowest point.'),
  lossUsd: double('Loss of the drawdown, flows excluded, USD.'),
  recoveredAt: optional(dateTime('When the loss was recovered; absent if not yet.')),
});

const flagsBody = bodySchema('SkillFlags', {
  makerShare: nullable(
    double('Volume that rested in the book / volume of the window × 100; null without volume.'),
  ),
  isMarketMaker: flag(
    'makerShare is at least 70, and the smaller side of it at least a third of the larger.',
  ),
  isLiquidator: flag('It took over positions of others that were liquidated, in the last 90 UTC days.'),
  isVault: flag('It is a vault: one that is listed, or depositors of it moved money in the window.'),
  isSubAccount: flag('It is a sub-account.'),
  owner: optional(Type.String({ description: 'Master of a sub-account, leader of a vault, lower case.' })),
  isHedged: flag(`hedgedShare is at least ${leastHedgedShare}.`),
  hedgedShare: nullable(
    double(
      'Share of the size × entry of its open positions that other wallets of its owner hold in the opposite direction, percent; null without positions.',
    ),
  ),
});

const figureFields = Object.fromEntries(skillFigures.map((name) => [name, skillFigure])) as Record<
  SkillFigureName,
  typeof skillFigure
>;

const traderSkillBody = bodySchema('TraderSkillBody', {
  address: walletAddress(),
  from: dateTime('Start of the first day, not before the start of the record.'),
  to: dateTime('End of the last day, not after the end of the record.'),
  ...figureFields,
  drawdown: optional(drawdownBody),
  flags: flagsBody,
});

const exampleFigure: Static<typeof skillFigure> = {
  value: 2.14,
  low: 0.31,
  high: 3.92,
  days: 90,
  closedPositions: 214,
};

export const traderSkill = endpoint({
  id: 'pulse.trader-skill',
  path: '/api/public/v1/pulse/trader/{address}/skill',
  summary: "How good one trader's days are after costs, and how sure that is",
  description:
    'Figures over the complete UTC days of the window. A return is the gain of the account without flows, divided by its ' +
    'value at the start of the day plus deposits; flows themselves are no return. return: the days linked (time-weighted), percent; sharpe, sortino: mean / ' +
    'deviation (below 0 alone) of the daily returns × √365; maxDrawdown: the deepest fall of the linked returns, percent; netPerDay: ' +
    'mean net PnL of a day, USD; profitFactor: net PnL of the days that made money / −net PnL of the others; expectancy: mean PnL after fees of a closed perp position, USD; ' +
    'exposure: share of the time with an open perp position, percent; turnover: volume of a day / account value. Each with its 95 % interval by block bootstrap, ' +
    'which repeats; below 30 days or 20 closed positions there is none, and insufficient says so. An unknown figure is null with its reason, never 0.',
  tags: ['Pulse'],
  tier: 'free',
  vary: 'tier',
  params: { address: address(), ...fromTo('90 days') },
  response: traderSkillBody,
  errors: [404, 503],
  example: {
    address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    from: '2025-10-17T00:00:00.000Z',
    to: '2026-01-15T00:00:00.000Z',
    ...(Object.fromEntries(skillFigures.map((name) => [name, exampleFigure])) as Record<
      SkillFigureName,
      typeof exampleFigure
    >),
    drawdown: {
      from: '2025-11-02T00:00:00.000Z',
      to: '2025-11-09T00:00:00.000Z',
      lossUsd: 18_204.5,
      recoveredAt: '2025-12-01T00:00:00.000Z',
    },
    flags: {
      makerShare: 12.5,
      isMarketMaker: false,
      isLiquidator: false,
      isVault: false,
      isSubAccount: false,
      isHedged: false,
      hedgedShare: 0,
    },
  },
  check: (params, context) => void checkFromTo(params, { ...context, usualMs }),
  async run({ params, sources, caller, clock, signal }) {
    const { address: wallet } = params;
    const nowMs = clock.nowMs();
    const { fromMs, toMs } = spanOf(params, { nowMs, windowDays: caller.limits.windowDays, usualMs });
    const untilMs = utcDayStartMs(toMs);
    const flags = await flagsOf(sources, wallet, signal);
    const request = { wallet, fromMs: Math.min(utcDayStartMs(fromMs), untilMs), untilMs, nowMs };
    const found = await readSkillDays(sources.analytics, request, signal);
    if (found === undefined) throw unknownTrader(wallet);
    const first = found.days[0]?.point.fromMs ?? untilMs;
    const endMs = found.days.at(-1)?.point.untilMs ?? untilMs;
    const { figures, drawdown } = skillOf(found.before, found.days);
    const body = {
      address: wallet,
      from: rfc3339(first),
      to: rfc3339(endMs),
      ...(Object.fromEntries(skillFigures.map((name) => [name, figureBody(figures[name])])) as Record<
        SkillFigureName,
        Static<typeof skillFigure>
      >),
      ...(drawdown && { drawdown: drawdownOf(drawdown) }),
      flags: { ...makerFlags(found), ...flags, isVault: flags.isVault || found.isVault },
    };
    return { body, window: { fromMs: first, toMs: endMs } };
  },
});

function figureBody({ insufficient, reason, ...figure }: SkillFigure): Static<typeof skillFigure> {
  return {
    ...figure,
    ...(insufficient.length > 0 && { insufficient: [...insufficient] }),
    ...(reason !== undefined && { reason }),
  };
}

function drawdownOf({ fromMs, toMs, usd, recoveredMs }: NonNullable<Skill['drawdown']>) {
  return {
    from: rfc3339(fromMs),
    to: rfc3339(toMs),
    lossUsd: roundedUsd(usd),
    ...(recoveredMs !== undefined && { recoveredAt: rfc3339(recoveredMs) }),
  };
}

type Flags = Static<typeof flagsBody>;

function makerFlags({
  volume,
  makerBought,
  makerSold,
}: SkillDays): Pick<Flags, 'makerShare' | 'isMarketMaker'> {
  if (volume === 0) return { makerShare: null, isMarketMaker: false };
  const makerShare = ((makerBought + makerSold) * 100) / volume;
  const isBalanced = Math.min(makerBought, makerSold) >= leastSideBalance * Math.max(makerBought, makerSold);
  return { makerShare, isMarketMaker: makerShare >= leastMakerShare && isBalanced };
}

async function flagsOf(
  sources: Pick<Sources, 'archetypes' | 'owners' | 'positions'>,
  wallet: string,
  signal: AbortSignal,
): Promise<Omit<Flags, 'makerShare' | 'isMarketMaker'>> {
  await sources.positions.ready;
  const [owners, liquidators] = await Promise.all([
    sources.owners(signal),
    sources.archetypes.list(liquidatorList),
  ]);
  const entity = owners.entityOf(wallet);
  const members = owners.membersOf(entity);
  const own = members.find(({ address: member }) => member === wallet);
  const others = [entity, ...members.map(({ address: member }) => member)].filter((one) => one !== wallet);
  const hedgedShare = hedgedShareOf(sources, wallet, others);
  return {
    isLiquidator: Array.from({ length: liquidators.count }, (_, place) => liquidators.row(place)).some(
      (row) => row.wallet === wallet,
    ),
    isVault: own?.relation === 'linked',
    isSubAccount: own?.relation === 'subaccount',
    ...(own !== undefined && { owner: own.owner }),
    isHedged: hedgedShare !== null && hedgedShare >= leastHedgedShare,
    hedgedShare,
  };
}

/** Percent of a wallet's positions that others' opposite positions hedge, by size × entry. */
function hedgedShareOf({ positions }: Pick<Sources, 'positions'>, wallet: string, others: readonly string[]) {
  const held = positions.ofWallet(wallet);
  if (held.length === 0) return null;
  const coins = held.map(({ coin }) => coin);
  const against = new Map<string, number>();
  for (const { coin, size } of others.flatMap((other) => positions.ofWallet(other, coins)))
    against.set(coin, (against.get(coin) ?? 0) + size);
  let gross = 0;
  let hedged = 0;
  for (const { coin, size, entryPx } of held) {
    // Without an entry price, the only position counts by size; one of several is ignored.
    const px = entryPx ?? (held.length === 1 ? 1 : 0);
    const opposite = Math.max(0, -Math.sign(size) * (against.get(coin) ?? 0));
    gross += Math.abs(size) * px;
    hedged += Math.min(Math.abs(size), opposite) * px;
  }
  return gross > 0 ? (hedged * 100) / gross : 0;
}
