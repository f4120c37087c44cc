import { type ProblemCode, problems } from '@chatferry/contract';
import { z } from 'zod';
import { badRequest } from '../service-problem.ts';

type Properties = Record<string, { type?: string } | undefined>;

/**
 * The query string of a request of an operation. A value is parsed as the number, boolean or list of the schema
 * (`50`, `true`, `a,b` or a repeated name); unknown parameters are ignored.
 */
export function queryOf(schema: z.ZodType | undefined, raw: unknown): unknown {
  if (schema === undefined) return {};
  const properties = propertiesOf(schema);
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw as Record<string, string | string[]>)) {
    const known = properties[name.replace(/\[\]$/, '')];
    if (known !== undefined) query[name.replace(/\[\]$/, '')] = fromText(value, known.type);
  }
  return fitting(schema, query);
}

/** A process calls few of the operations, each of them often. */
const knownProperties = new WeakMap<z.ZodType, Properties>();

function propertiesOf(schema: z.ZodType): Properties {
  const known = knownProperties.get(schema);
  if (known !== undefined) return known;
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Properties;
  };
  knownProperties.set(schema, properties);
  return properties;
}

function fromText(value: string | string[], type: string | undefined): unknown {
  if (type === 'array') return Array.isArray(value) ? value : value.split(',');
  const text = Array.isArray(value) ? value.at(-1)! : value;
  if (type === 'integer' || type === 'number')
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === 'boolean' && BOOLEANS.has(text)) return BOOLEANS.get(text);
  return text;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * The value, if it is valid apart from fields that the schema does not know: our requests have none, but the service
 * ignores them. @throws {ServiceProblem} `ERR_BAD_REQUEST`
 */
export function fitting(schema: z.ZodType, value: unknown): unknown {
  const { success, error } = schema.safeParse(value);
  if (success) return value;
  const issues = error.issues.filter((issue) => issue.code !== 'unrecognized_keys');
  if (issues.length === 0) return value;
  const details: Record<string, string[]> = {};
  for (const { path, message } of issues)
    (details[path.length === 0 ? 'body' : path.join('.')] ??= []).push(sentence(message));
  throw badRequest(details);
}

/** The contract's checks have a problem code as their message. */
function sentence(message: string): string {
  return message in problems ? `It ${problems[message as ProblemCode].means}.` : message;
}
