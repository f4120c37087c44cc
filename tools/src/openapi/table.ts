import { type Api, type Area, type Operation, operations } from '@chatferry/contract';
import type { DescribedOperation } from './described-operation.ts';
import { fieldsOf, type JsonSchema, type Resolve } from './fields.ts';

export interface TableOperation extends DescribedOperation {
  readonly area: Area;
  readonly answer: Operation['answer'];
}

/** The operation table of one API. */
export function tableOf(api: Api): TableOperation[] {
  return Object.values<Operation>(operations)
    .filter((operation) => operation.api === api)
    .map(({ area, method, path, onBehalfOf, query, body, answer }) => ({
      area,
      method,
      path,
      onBehalfOf,
      answer,
      query: fieldsOf(jsonSchemaOf(query), unknownReference),
      body: fieldsOf(jsonSchemaOf(body), unknownReference),
    }));
}

/** The JSON Schema of requests (`input`) or answers (`output`). */
export function jsonSchemaOf(
  schema: Operation['query'],
  io: 'input' | 'output' = 'input',
): JsonSchema | undefined {
  return schema?.toJSONSchema({ io, unrepresentable: 'any', reused: 'inline' }) as
    | JsonSchema
    | undefined;
}

export const unknownReference: Resolve = (reference) => {
  throw new Error(`The operation table holds a schema that refers to ${reference}.`);
};
