import type { FieldDifference } from '@chatferry/contract';
import type { PlannedRecord } from './planned-records.ts';

/** Finds records whose position in their thread differs from the plan. Takes 4 bytes a record, and an entry a thread. */
export class ThreadOrder {
  readonly #field: string;
  /** By index of the record: its number in the list, from 1; 0 when it is not listed. */
  readonly #numbers: Uint32Array;
  #listed = 0;
  /** For each thread: the compared record that is listed last. */
  readonly #last = new Map<unknown, { readonly id: string; readonly number: number }>();

  /** @param field names the thread of a record */
  constructor(field: string, records: number) {
    this.#field = field;
    this.#numbers = new Uint32Array(records);
  }

  /** Numbers a record that the service lists. */
  note(index: number): void {
    this.#numbers[index] ||= ++this.#listed;
  }

  /** Call it for every record in the order of the plan, after all listed records are noted. */
  differences(index: number, { id, record }: PlannedRecord): readonly FieldDifference[] {
    const number = this.#numbers[index]!;
    if (number === 0) return [];
    const thread = record()[this.#field];
    const last = this.#last.get(thread);
    if (last !== undefined && number < last.number)
      return [{ field: 'order', planned: { after: last.id }, held: { before: last.id } }];
    this.#last.set(thread, { id, number });
    return [];
  }
}
