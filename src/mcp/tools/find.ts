import { Type } from 'typebox';
import { detail } from '../kit/inputs.ts';
import { quoted } from '../kit/plain-text.ts';
import { type Plan, tool } from '../kit/tool.ts';
import { bodyIn, rowsIn } from '../kit/wording.ts';

interface Match {
  kind: 'coin' | 'wallet' | 'builder' | 'cohort' | 'outcome' | 'lifecycle';
  id: string;
  name?: string;
  tierType?: string;
}

const matchLimit = 20;

const nextCall: Readonly<Record<Match['kind'], (match: Match) => string>> = {
  coin: ({ id }) => `coin(coin: "${id}")`,
  wallet: ({ id }) => `trader(address: "${id}")`,
  builder: ({ id }) => `builders(view: "profile", builder: "${id}")`,
  cohort: ({ id, tierType }) => `cohorts(view: "positions", tierType: "${tierType}", tier: "${id}")`,
  outcome: ({ id }) => `outcomes(view: "outcome", id: ${id})`,
  lifecycle: ({ id }) => `lifecycles(id: ${id})`,
};

export const find = tool({
  name: 'find',
  title: 'What is this?',
  description:
    'Looks up what a text means: wallet address or its first digits, coin in any spelling or by name (bitcoin, BTC-PERP, UBTC), outcome (prediction market) by id or words, builder, cohort word or lifecycle id. Says which tool to call next. One request. Start here when a name is unclear.',
  input: Type.Object(
    {
      text: Type.String({ minLength: 1, maxLength: 100, description: 'Address, name, coin, id or word' }),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    matches: 'SearchMatch[] with next: the call to make',
    nearest: 'Coins that look most like it, where nothing matches',
  },
  plan: ({ text }): Plan => ({ found: { path: '/search', params: { q: text, limit: matchLimit } } }),
  derive({ found }) {
    const matches = (rowsIn(found, 'matches') as unknown as Match[]).map((match) => ({
      ...match,
      next: nextCall[match.kind](match),
    }));
    return {
      found: undefined,
      matches,
      ...(matches.length === 0 && { nearest: bodyIn(found).nearest }),
    };
  },
  finding({ matches, nearest }, { text }) {
    const rows = rowsIn(matches) as unknown as (Match & { next: string })[];
    if (rows.length > 0)
      return rows.slice(0, 6).map(({ kind, id, name, next }) => {
        return `${kind} ${id}${name === undefined ? '' : ` ${quoted(name)}`}: ${next}`;
      });
    const near =
      Array.isArray(nearest) && nearest.length > 0 ? [`Nearest coins: ${nearest.join(', ')}.`] : [];
    return [`No coin, wallet, builder, outcome, cohort or lifecycle is called ${quoted(text)}.`, ...near];
  },
});
