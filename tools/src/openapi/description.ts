import type { DescribedOperation } from './described-operation.ts';
import { type Field, fieldsOf, type JsonSchema, type Resolve } from './fields.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
}

interface Content {
  readonly content?: Readonly<
    Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>
  >;
}

interface RawOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

/** One operation of a description, with its examples of successful answers. */
export interface DescribedWithExamples extends DescribedOperation {
  readonly exampleAnswers: readonly unknown[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}

const JSON_TYPE = 'application/json';
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/**
 * The operations that an OpenAPI document describes.
 * @throws {TypeError} for JSON that is not an OpenAPI document
 */
export function readDescription(json: unknown): DescribedWithExamples[] {
  if (typeof json !== 'object' || json === null || !('paths' in json))
    throw new TypeError('This is not an OpenAPI document: it has no "paths".');
  const document = json as Document;
  const resolve = resolver(document);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => described(method, path, operation, resolve)),
  );
}

function described(
  method: string,
  path: string,
  { parameters = [], requestBody, responses = {} }: RawOperation,
  resolve: Resolve,
): DescribedWithExamples {
  const known = parameters.map((parameter) =>
    parameter.$ref === undefined ? parameter : (resolve(parameter.$ref) as unknown as Parameter),
  );
  const actingUser = known.find(({ name }) => name?.toLowerCase() === 'onbehalfof');
  const query = new Map<string, Field>();
  for (const { name, required = false, schema } of known.filter((one) => one.in === 'query')) {
    const fields = fieldsOf({ properties: { [name!]: schema ?? {} } }, resolve);
    query.set(name!, { ...fields.get(name!)!, required });
  }
  return {
    method: method.toUpperCase(),
    path,
    onBehalfOf: actingUser === undefined ? 'none' : actingUser.required ? 'required' : 'optional',
    query,
    body: fieldsOf(requestBody?.content?.[JSON_TYPE]?.schema, resolve),
    exampleAnswers: Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content }]) => content?.[JSON_TYPE]?.example ?? []),
  };
}

/** Follows `#/components/…` inside the document. */
function resolver(document: unknown): Resolve {
  return (reference) => {
    let value = document;
    for (const part of reference.replace(/^#\//, '').split('/'))
      value = (value as Record<string, unknown> | undefined)?.[part];
    if (value === undefined) throw new TypeError(`The document has no ${reference}.`);
    return value as JsonSchema;
  };
}
