import type { DescribedOperation } from './described-operation.ts';
import { type Field, fieldsOf, type JsonSchema, type Resolve } from './fields.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
}

interface RawOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Record<string, { readonly schema?: JsonSchema }> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/**
 * The operations that an OpenAPI document describes.
 * @throws {TypeError} for JSON that is no OpenAPI document
 */
export function readDescription(json: unknown): DescribedOperation[] {
  if (typeof json !== 'object' || json === null || !('paths' in json))
    throw new TypeError('This is no OpenAPI document: it has no "paths".');
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
  { parameters = [], requestBody }: RawOperation,
  resolve: Resolve,
): DescribedOperation {
  const known = parameters.map((parameter) =>
    parameter.$ref === undefined ? parameter : (resolve(parameter.$ref) as unknown as Parameter),
  );
  const actingUser = known.find(({ name }) => name?.toLowerCase() === 'onbehalfof');
  const query = new Map<string, Field>();
  for (const { name, required = false, schema } of known.filter((one) => one.in === 'query')) {
    const fields = fieldsOf({ properties: { [name!]: schema ?? {} } }, resolve);
    query.set(name!, { required, words: fields.get(name!)?.words });
  }
  return {
    method: method.toUpperCase(),
    path,
    onBehalfOf: actingUser === undefined ? 'none' : actingUser.required ? 'required' : 'optional',
    query,
    body: fieldsOf(requestBody?.content?.['application/json']?.schema, resolve),
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
