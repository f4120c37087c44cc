import type { Operation } from '@chatferry/contract';
import type { JsonSchema } from '../openapi/fields.ts';
import { jsonSchemaOf } from '../openapi/table.ts';

type RequestPart = 'path' | 'query' | 'body';

/** A field of a request, with the fields inside it. */
export interface RequestField {
  readonly name: string;
  /** Whether the inner fields are fields of the value itself, of each item, or of the value of each key. */
  readonly holds: 'fields' | 'items' | 'values';
  readonly inner: readonly RequestField[];
}

/** An operation's fields, by part of the request; empty parts are omitted. */
export function requestFields({
  path,
  query,
  body,
}: Operation): Partial<Record<RequestPart, readonly RequestField[]>> {
  const parts: Record<RequestPart, readonly RequestField[]> = {
    path: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => leaf(name!)),
    query: fieldsIn(jsonSchemaOf(query)),
    body: fieldsIn(jsonSchemaOf(body)),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, fields]) => fields.length > 0));
}

function leaf(name: string): RequestField {
  return { name, holds: 'fields', inner: [] };
}

/** The fields of an object, including the fields of its alternative forms. */
function fieldsIn(schema: JsonSchema | undefined): RequestField[] {
  const fields = new Map<string, RequestField>();
  for (const form of formsOf(schema))
    for (const [name, part] of Object.entries(form.properties ?? {})) {
      const field = fieldOf(name, part);
      const known = fields.get(name);
      if (known === undefined || field.inner.length > 0)
        fields.set(name, { ...field, inner: merged(known?.inner ?? [], field.inner) });
    }
  return [...fields.values()];
}

function merged(known: readonly RequestField[], more: readonly RequestField[]): RequestField[] {
  const names = new Set(known.map(({ name }) => name));
  return [...known, ...more.filter(({ name }) => !names.has(name))];
}

/** A field that can also have another type than object, list or map has no inner fields: their types would exclude the other forms. */
function fieldOf(name: string, schema: JsonSchema): RequestField {
  const forms = formsOf(schema);
  if (forms.every((form) => form.type === 'array'))
    return { name, holds: 'items', inner: forms.flatMap(({ items }) => fieldsIn(items)) };
  if (!forms.every((form) => form.type === 'object')) return leaf(name);
  const values = forms.flatMap(({ additionalProperties: entry }) =>
    typeof entry === 'object' ? fieldsIn(entry) : [],
  );
  return values.length > 0
    ? { name, holds: 'values', inner: values }
    : { name, holds: 'fields', inner: fieldsIn(schema) };
}

function formsOf(schema: JsonSchema | undefined): JsonSchema[] {
  if (schema === undefined) return [];
  const forms = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? []);
  return forms.length === 0 ? [schema] : forms.flatMap(formsOf);
}
