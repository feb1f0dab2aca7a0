import type { ApiDocument, Schema } from './api-document.ts';

/** A field of an answer or a message, with those that it holds. */
export interface Field {
  name: string;
  /** Names from the body on, joined by dots: its place in the page. */
  path: string;
  /** Its type as text: `number`, `string, RFC 3339`, `array of object or null`. */
  type: string;
  /** Description, with the unit. */
  what: string;
  isOptional: boolean;
  isDeprecated: boolean;
  choices: readonly string[];
  fields: readonly Field[];
}

/** Schemas by name. */
export type Schemas = Pick<ApiDocument, 'schemas'> & Partial<Pick<ApiDocument, 'forms'>>;

const formats: Readonly<Record<string, string>> = {
  'date-time': 'RFC 3339',
  'unix-ms': 'unix ms',
  'unix-s': 'unix seconds',
  'utc-day': 'UTC day, YYYY-MM-DD',
  decimal: 'decimal number',
  uri: 'URI',
};

const nameOf = ({ $ref = '' }: Schema) => $ref.slice($ref.lastIndexOf('/') + 1);

function resolve(schema: Schema, known: Schemas): Schema {
  return schema.$ref === undefined ? schema : { ...known.schemas[nameOf(schema)], ...schema };
}

/** Branches of a union, without null. */
const branchesOf = (schema: Schema) => (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');

/** Type of a schema as text. @param form format of the value, beyond its schema */
export function typeText(schema: Schema, known: Schemas, form?: string): string {
  const found = resolve(schema, known);
  if (found.anyOf !== undefined)
    return [...new Set(found.anyOf.map((branch) => typeText(branch, known, form)))].join(' or ');
  const { type, items, format, enum: choices } = found;
  if (Array.isArray(type)) return type.join(' or ');
  if (found.prefixItems !== undefined)
    return `array of ${found.prefixItems.map((item) => typeText(item, known)).join(' and ')}`;
  if (type === 'array') return `array of ${typeText(items ?? {}, known, form)}`;
  const read = formats[form ?? format ?? ''];
  const text = type ?? typeof (choices?.[0] ?? found.const ?? {});
  return read === undefined ? String(text) : `${text}, ${read}`;
}

/**
 * The fields of a schema, including those of lists and unions.
 *
 * @param path of the containing field
 * @param seen names of the enclosing schemas: a recursive schema is shown once
 */
export function fieldsOf(
  schema: Schema,
  known: Schemas,
  path = '',
  seen: readonly string[] = [],
): readonly Field[] {
  const name = nameOf(schema);
  if (seen.includes(name)) return [];
  const around = name === '' ? seen : [...seen, name];
  const found = resolve(schema, known);
  return branchesOf(found).flatMap((branch) => {
    if (branch !== found) return fieldsOf(branch, known, path, around);
    const inner = [...(found.items === undefined ? [] : [found.items]), ...(found.prefixItems ?? [])];
    if (inner.length > 0) return inner.flatMap((item) => fieldsOf(item, known, path, around));
    return Object.entries(found.properties ?? {})
      .filter(([field]) => field !== '$schema')
      .map(([field, property]) => {
        const at = path === '' ? field : `${path}.${field}`;
        return {
          name: field,
          path: at,
          type: typeText(property, known, known.forms?.[name]?.[field]),
          what: wordsOf(property, known),
          choices: choicesOf(property, known),
          isOptional: found.required?.includes(field) !== true,
          isDeprecated: property.deprecated === true,
          fields: fieldsOf(property, known, at, around),
        };
      });
  });
}

function wordsOf(schema: Schema, known: Schemas): string {
  const found = resolve(schema, known);
  if (found.description !== undefined) return found.description;
  const inner = [...(found.anyOf ?? []), ...(found.items === undefined ? [] : [found.items])];
  return inner.map((part) => wordsOf(part, known)).find((words) => words !== '') ?? '';
}

function choicesOf(schema: Schema, known: Schemas): readonly string[] {
  const found = resolve(schema, known);
  return found.enum?.map(String) ?? found.anyOf?.flatMap((branch) => choicesOf(branch, known)) ?? [];
}

/** Every field with those within it, in the order of the page. */
export function allFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [field, ...allFields(field.fields)]);
}

/** The bounds of a value as text: `1 to 500`, `at least 0`, `1 to 64 characters`. */
export function boundsText(schema: Schema): string {
  const range = (least: number | undefined, most: number | undefined, unit: string) => {
    if (least === undefined && most === undefined) return '';
    const number = (value: number) => value.toLocaleString('en-US');
    if (least !== undefined && most !== undefined) return `${number(least)} to ${number(most)}${unit}`;
    return least === undefined ? `at most ${number(most!)}${unit}` : `at least ${number(least)}${unit}`;
  };
  return [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' values'),
  ]
    .filter((text) => text !== '')
    .join(', ');
}
