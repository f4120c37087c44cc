import { kinds, type Problem, problem } from '@chatferry/contract';
import type { RowId } from '../plan/row-id.ts';

/** The problem of a record whose service id belongs to another record. @param detail names the other record */
export function idClash({ kind, legacy }: Pick<RowId, 'kind' | 'legacy'>, detail: string): Problem {
  return problem('id-clash', { field: kinds[kind].key, value: legacy, detail });
}
