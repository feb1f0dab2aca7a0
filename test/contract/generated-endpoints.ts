import { type TObject, type TSchema, Type } from 'typebox';
import { isTier } from '../../src/domain/tier.ts';
import { type AnyEndpoint, endpoint } from '../../src/endpoints/endpoint.ts';
import { optional as optionalParam, type Param } from '../../src/endpoints/params/param.ts';
import { boolean, enumeration, int, number, text } from '../../src/endpoints/params/scalars.ts';
import { nullable, optional, schema } from '../../src/endpoints/schema.ts';
import {
  parseType,
  type Specification,
  type SpecifiedEndpoint,
  type SpecifiedParam,
  type SpecifiedSchema,
  type SpecifiedType,
} from './specification.ts';

/** Placeholders for the texts of a written endpoint. */
export interface GeneratedTexts {
  /** Description of an endpoint. */
  description: string;
  /** Description of a field without a note in the catalogue. */
  field: string;
  /** Description of a parameter without a note in the catalogue. */
  parameter: string;
}

/**
 * An endpoint for every path of the catalogue, made from the catalogue alone: the service's future API once all are written. They answer
 * nothing.
 */
export function generatedEndpoints(specification: Specification, texts: GeneratedTexts): AnyEndpoint[] {
  const bodies = bodySchemas(specification, texts);
  return Object.entries(specification.paths).map(([path, specified]) => {
    const { tier, statuses, response, responseNullable } = specified;
    if (!isTier(tier)) throw new Error(`${path}: ${tier} is no tier`);
    const type = bodies.typed(parseType(response));
    return endpoint({
      id: path.slice(1).replaceAll(/[{}]/g, '').replaceAll(/[/_]/g, '.').toLowerCase(),
      path: path as `/${string}`,
      summary: `Answers with ${response}`,
      description: texts.description,
      tags: [path.split('/')[4]!],
      tier,
      params: paramsOf(specified, texts),
      response: responseNullable ? nullable(type) : type,
      errors: statuses.filter((status) => status !== 200),
      example: bodies.example(parseType(response)) as never,
      run: () => {
        throw new Error(`${path} is only described`);
      },
    }) as AnyEndpoint;
  });
}

function paramsOf({ params }: SpecifiedEndpoint, texts: GeneratedTexts): Record<string, Param<unknown>> {
  return Object.fromEntries(
    params.map((specified) => {
      const description = specified.note ?? texts.parameter;
      const isOptional = !specified.required && specified.default === undefined;
      const param = paramOf(specified, description) as Param<unknown>;
      return [specified.name, isOptional ? optionalParam(param) : param];
    }),
  );
}

function paramOf({ type, enum: words, default: fallback, min, max }: SpecifiedParam, description: string) {
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const common = <T>() => ({ description, ...(fallback !== undefined && { default: fallback as T }) });
  if (words !== undefined) return enumeration(words, common<string>());
  if (type === 'int32' || type === 'int64')
    return int({ ...common<number>(), ...bounds, bits: type === 'int32' ? 32 : 64 });
  if (type === 'number') return number({ ...common<number>(), ...bounds });
  if (type === 'boolean') return boolean(common<boolean>());
  if (type === 'string') return text(common<string>());
  throw new Error(`${type} is no type of a parameter`);
}

const typedScalars: Readonly<Record<string, () => TSchema>> = {
  any: () => Type.Unknown(),
  boolean: () => Type.Boolean(),
  int32: () => Type.Integer({ format: 'int32' }),
  int64: () => Type.Integer({ format: 'int64' }),
  number: () => Type.Number({ format: 'double' }),
  string: () => Type.String(),
  'string:uri': () => Type.String({ format: 'uri' }),
};

const exampleScalars: Readonly<Record<string, unknown>> = {
  any: 12_345.25,
  boolean: true,
  int32: 50,
  int64: 1_768_435_200_000,
  number: 1_234_567.25,
  string: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
  'string:uri': 'https://tidemark.example/schemas/Body.json',
};

/** Creates each schema of the catalogue once, so that two uses of a name share a schema. */
function bodySchemas({ schemas }: Specification, texts: GeneratedTexts) {
  const made = new Map<string, TObject>();

  function named(name: string): TObject {
    const known = made.get(name);
    if (known !== undefined) return known;
    const { fields, required, notes } = specifiedSchema(name);
    const properties = Object.entries(fields).map(([field, type]): [string, TSchema] => {
      const parsed = parseType(type);
      // A named schema is not described: with a description it would be a different schema.
      const words = parsed.kind === 'schema' ? {} : { description: notes?.[field] ?? texts.field };
      const described = Object.assign(typed(parsed), words);
      return [field, required.includes(field) ? described : optional(described)];
    });
    const object = Type.Object(Object.fromEntries(properties), { additionalProperties: false });
    const result = schema(name, object);
    made.set(name, result);
    return result;
  }

  function specifiedSchema(name: string): SpecifiedSchema {
    const specified = schemas[name];
    if (specified === undefined) throw new Error(`the catalogue has no schema ${name}`);
    return specified;
  }

  function typed(type: SpecifiedType): TSchema {
    if (type.kind === 'nullable') return nullable(typed(type.of));
    if (type.kind === 'list') return Type.Array(typed(type.of));
    if (type.kind === 'enum') return Type.Enum([...type.values], { type: 'string' });
    return type.kind === 'schema' ? named(type.name) : typedScalars[type.name]!();
  }

  function example(type: SpecifiedType): unknown {
    if (type.kind === 'nullable') return example(type.of);
    if (type.kind === 'list') return [example(type.of)];
    if (type.kind === 'enum') return type.values[0];
    if (type.kind === 'scalar') return exampleScalars[type.name];
    const { fields, required } = specifiedSchema(type.name);
    return Object.fromEntries(required.map((field) => [field, example(parseType(fields[field]!))]));
  }

  return { typed, example };
}
