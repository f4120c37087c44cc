import { nearestName, type ProblemCode, problems } from '@chatferry/contract';
import { z } from 'zod';
import { badField, badRequest } from '../terms/service-problem.ts';

type Properties = Record<string, { type?: string } | undefined>;

/**
 * The query string of a request. A value is parsed as the number, boolean or list of the operation's schema (`50`, `true`, `a,b` or a
 * repeated name). Unknown parameters are ignored, as the service does, except a name that is probably a misspelt parameter: the answer
 * would not be the list that the caller expects.
 * @throws {ServiceProblem} `ERR_BAD_REQUEST`
 */
export function queryOf(schema: z.ZodType | undefined, raw: unknown): unknown {
  if (schema === undefined) return {};
  const properties = propertiesOf(schema);
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw as Record<string, string | string[]>)) {
    const plain = name.replace(/\[\]$/, '');
    const known = properties[plain];
    if (known !== undefined) query[plain] = fromText(value, known.type);
    else refuseNearMiss(plain, Object.keys(properties));
  }
  return fitting(schema, query);
}

/** Parameters of the client SDKs, with the alternative for callers with an API key. */
const ofClients: ReadonlyMap<string, string> = new Map([
  ['friendsOnly', 'Friends are listed with GET /users/{uid}/friends.'],
]);

function refuseNearMiss(name: string, known: readonly string[]): void {
  const meant = nearestName(name, known);
  const instead = ofClients.get(name) ?? (meant && `Did you mean ${meant}?`);
  if (instead !== undefined)
    throw badField(name, `It is no parameter of this operation. ${instead}`);
}

/** A cache, because a process calls few operations, each of them often. */
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
 * The value, if it is valid except for fields that the schema does not know. Our requests have no unknown fields, but the service ignores
 * them. @throws {ServiceProblem} `ERR_BAD_REQUEST`
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

/** A sentence for a problem; the contract's checks use a problem code as their message. */
function sentence(message: string): string {
  return message in problems ? `It ${problems[message as ProblemCode].means}.` : message;
}
