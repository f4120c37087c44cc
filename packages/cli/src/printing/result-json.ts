import { kindsInOrder } from '@chatferry/contract';
import { filledKinds } from '@chatferry/job/planned';
import type { Result } from '../results/results.ts';

/** A result as a line of JSON, as `chatferry.results.schema.json` describes it. */
export function resultJson(result: Result): string {
  return JSON.stringify(result, (_, value: unknown) =>
    isByKind(value) ? filledKinds(value) : value,
  );
}

function isByKind(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && kindsInOrder.every((kind) => kind in value);
}
