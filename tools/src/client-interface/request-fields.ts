import type { Operation } from '@chatferry/contract';
import { jsonSchemaOf } from '../openapi/table.ts';

type Part = 'path' | 'query' | 'body';

/** The names of an operation's fields, by the part of the request to which they belong; empty parts are left out. */
export function requestFields({ path, query, body }: Operation): Partial<Record<Part, string[]>> {
  const parts: Record<Part, string[]> = {
    path: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    query: Object.keys(jsonSchemaOf(query)?.properties ?? {}),
    body: Object.keys(jsonSchemaOf(body)?.properties ?? {}),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, names]) => names.length > 0));
}
