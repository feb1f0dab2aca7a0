import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

export interface LateCheck<S extends TSchema> {
  Check(value: unknown): value is Static<S>;
  /** The faults of a value, at most eight. */
  Errors(value: unknown): ReturnType<Validator['Errors']>;
}

/** A schema check that compiles at first use: a process declares hundreds and needs few. Compiling all took a fifth of the start time. */
export function lateCheck<S extends TSchema>(schema: S): LateCheck<S> {
  let compiled: Validator | undefined;
  const check = () => (compiled ??= Compile(schema) as unknown as Validator);
  return {
    Check: (value): value is Static<S> => check().Check(value),
    Errors: (value) => check().Errors(value),
  };
}
