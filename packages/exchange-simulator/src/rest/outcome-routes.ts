import { Type } from 'typebox';
import { id } from '../../../../src/wire/scalar.ts';
import { outcomeTemplates } from '../outcomes/templates.ts';
import { wireOutcomeMeta, wireSettledOutcome } from '../payloads/outcome.ts';
import { type InfoRoute, route } from './info-route.ts';

/** Outcome contracts (docs/exchange.md#outcomes). */
export const outcomeRoutes = {
  outcomeMeta: route({
    weight: 20,
    params: Type.Object({}),
    answer: ({ exchange }) => wireOutcomeMeta(exchange),
  }),
  outcomeTemplates: route({ weight: 20, params: Type.Object({}), answer: () => outcomeTemplates }),
  settledOutcome: route({
    weight: 20,
    params: Type.Object({ outcome: id }),
    answer: ({ exchange }, { outcome }) => wireSettledOutcome(exchange, outcome),
  }),
} satisfies Record<string, InfoRoute>;
