import { type FaultDetail, invalidParameters, type Problem, unacceptable } from '../kernel/problem.ts';
import { echo } from '../routes/echo.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { type FaultKind, ParamFault, type Params, type ParseContext } from './params/param.ts';
import { windowTooLong } from './params/windows.ts';

interface Fault extends FaultDetail {
  kind: FaultKind;
}

/** Every value of every key of a raw query string, decoded. @throws Problem 400 if percent-encoding is malformed */
export function parseQuery(rawQuery: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  if (rawQuery === '') return found;
  for (const pair of rawQuery.split('&')) {
    if (pair === '') continue;
    const split = pair.indexOf('=');
    const key = decode(split === -1 ? pair : pair.slice(0, split), 'query');
    const value = split === -1 ? '' : decode(pair.slice(split + 1), `query.${echo(key)}`);
    const values = found.get(key);
    if (values === undefined) found.set(key, [value]);
    else values.push(value);
  }
  return found;
}

function decode(text: string, location: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.includes('%') ? decodePercent(spaced, location) : spaced;
}

/** @throws Problem 400 if percent-encoding is malformed or not UTF-8 */
export function decodePercent(text: string, location: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unacceptable([
      { location, message: 'must be percent-encoded UTF-8: %, then two hex digits', value: echo(text) },
    ]);
  }
}

/** The text of each path parameter by name, percent-decoded. */
export type PathTexts = Readonly<Record<string, string | undefined>>;

/**
 * Parses path and query of a request against the endpoint's parameters. Unknown query keys are ignored.
 *
 * @param rawQuery the text after `?`, still encoded
 * @returns values in the order of declaration, so that equal requests make equal cache keys
 * @throws Problem with every fault at once: 422 if any value breaks its schema, else 400
 */
export function parseRequest(
  endpoint: AnyEndpoint,
  pathTexts: PathTexts,
  rawQuery: string,
  context: ParseContext,
): Record<string, unknown> {
  const query = parseQuery(rawQuery);
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, param] of Object.entries(endpoint.params as Params)) {
    const inPath = endpoint.pathParams.includes(name);
    const location = `${inPath ? 'path' : 'query'}.${name}`;
    const sent = inPath ? [pathTexts[name] ?? ''] : (query.get(name) ?? []);
    if (sent.length > 1) {
      faults.push({
        kind: 'schema',
        location,
        message: 'must be given once',
        value: sent.slice(0, 8).map(echo),
      });
      continue;
    }
    if (sent.length === 0 && param.required) {
      faults.push({ kind: 'schema', location, message: `is required. ${param.description}` });
      continue;
    }
    try {
      values[name] = sent.length === 0 ? param.fallback(context) : param.read(sent[0]!, context, values);
    } catch (error) {
      if (!(error instanceof ParamFault)) throw error;
      faults.push({ kind: error.kind, location, message: error.message, value: echo(sent[0] ?? '') });
    }
  }
  if (faults.length > 0) throw faultsProblem(faults, context);
  endpoint.check?.(values as never, context);
  return values;
}

function faultsProblem(faults: Fault[], context: ParseContext): Problem {
  const errors = faults.map(({ kind: _, ...detail }) => detail);
  if (faults.some((fault) => fault.kind === 'schema')) return invalidParameters(errors);
  const form = faults.filter((fault) => fault.kind === 'form');
  if (form.length > 0) return unacceptable(errors);
  return windowTooLong(faults[0]!.location, faults[0]!.message, context);
}
