import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** Whether values are what a schema says. */
export interface LateCheck<S extends TSchema> {
  Check(value: unknown): value is Static<S>;
  /** What is wrong with a value, at most eight faults. */
  Errors(value: unknown): ReturnType<Validator['Errors']>;
}

/**
 * The check of a schema, compiled at its first use: a process declares hundreds of them and needs few, and compiling all took
 * a fifth of its start.
 */
export function lateCheck<S extends TSchema>(schema: S): LateCheck<S> {
  let compiled: Validator | undefined;
  const check = () => (compiled ??= Compile(schema) as unknown as Validator);
  return {
    Check: (value): value is Static<S> => check().Check(value),
    Errors: (value) => check().Errors(value),
  };
}
