import { Type } from 'typebox';
import { count, instant, instantOf, maybe, type ResultOf, text } from './operation.ts';

const part = Type.Object({ part: text, bytes: count });

/** What `tidemark doctor` says, and the pages. */
export const diagnosis = Type.Object({
  at: instant,
  reads: Type.Array(
    Type.Object({
      source: text,
      state: Type.Enum(['current', 'late', 'stored'], {
        description:
          'current, late: this process reads it. stored: it was imported, or another process reads it.',
      }),
      to: maybe(instantOf({ description: 'Time of the newest data; absent before the first.' })),
      lagMs: maybe(
        Type.Number({ description: "From the exchange's timestamp of the newest data to its arrival." }),
      ),
    }),
  ),
  missing: Type.Array(
    Type.Object({
      what: text,
      count: maybe(count),
      why: text,
      foundAt: maybe(instant),
      wholeAt: maybe(
        instantOf({ description: 'When nothing is missing at the present pace; absent if there is none.' }),
      ),
    }),
  ),
  disk: Type.Object({ freeBytes: maybe(count), parts: Type.Array(part) }),
  memory: Type.Array(part, { description: 'Of the process that serves; empty if none does.' }),
  start: maybe(
    Type.Object({
      version: text,
      startedAt: instant,
      readyAt: maybe(instant),
      phases: Type.Array(Type.Object({ phase: text, lastedMs: maybe(count) })),
      warnings: Type.Array(text, { description: 'Recoveries and other findings of the start.' }),
    }),
  ),
  settings: Type.Array(text, { description: 'Settings that contradict each other.' }),
  needs: Type.Array(text, { description: 'What needs the operator.' }),
});

export type Diagnosis = ResultOf<{ output: typeof diagnosis }>;
