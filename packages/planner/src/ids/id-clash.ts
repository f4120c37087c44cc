import { kinds, type Problem, problem } from '@chatferry/contract';
import type { RowId } from '../plan/row-id.ts';

/** The problem of a record whose id in the service is that of another record. @param detail which other record */
export function idClash({ kind, legacy }: Pick<RowId, 'kind' | 'legacy'>, detail: string): Problem {
  return problem('id-clash', { field: kinds[kind].key, value: legacy, detail });
}
