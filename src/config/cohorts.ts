import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { type CohortCutOffs, defaultCutOffs, readCutOffs } from '../domain/cohort-cut-offs.ts';
import type { FaultDetail } from '../kernel/problem.ts';
import { given } from './setting.ts';

const variable = 'TIDEMARK_COHORTS';

export const cohortSettings = {
  cohortsFile: Type.Optional(
    Type.String({
      ...given({
        env: variable,
        description: 'JSON file with the cut-offs of the cohorts of traders (docs/operations.md, Cohorts)',
        defaultNote: 'the default cut-offs',
      }),
      format: 'path',
    }),
  ),
};

/** @returns the defaults without a file; faults, all at once, where it is not as it should be */
export function loadCutOffs(file: string | undefined): { cutOffs: CohortCutOffs; faults: FaultDetail[] } {
  if (file === undefined) return { cutOffs: defaultCutOffs, faults: [] };
  const unread = (message: string) => ({
    cutOffs: defaultCutOffs,
    faults: [{ location: variable, message, value: file }],
  });
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return unread(`must be a readable JSON file: ${(error as Error).message}`);
  }
  const read = readCutOffs(given);
  if ('cutOffs' in read) return { cutOffs: read.cutOffs, faults: [] };
  const faults = read.faults.map(({ location, message, value }) => ({
    location: location === '' ? variable : `${variable} ${location}`,
    message,
    value,
  }));
  return { cutOffs: defaultCutOffs, faults };
}
