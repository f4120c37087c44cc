import { COLUMNS, column, originOf, problem, type RecordBlock } from '@chatferry/contract';
import { fieldsOf } from '../spool/wire.ts';
import type { Warnings } from './warnings.ts';

const details = 'senderUserDetails":{';

/** Maximum number of messages with sender details that are compared. A column of senders that identifies no one shows in far fewer. */
const MOST_COMPARED = 20_000;

/** Finds senders with several names: a column that is read as the sender may contain something else. */
export class SeveralNames {
  readonly #warnings: Warnings;
  readonly #names = new Map<string, unknown>();
  readonly #warned = new Set<string>();
  #left = MOST_COMPARED;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  /** @param rejected indexes of records that are not planned */
  note(block: RecordBlock, rejected: ReadonlySet<number>): void {
    if (this.#left === 0) return;
    const { wire, columns } = block;
    const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength);
    let index = 0;
    for (let at = bytes.indexOf(details); at >= 0 && this.#left > 0; this.#left--) {
      while (columns[index * COLUMNS + column.end]! <= at) index++;
      const start = index === 0 ? 0 : columns[(index - 1) * COLUMNS + column.end]!;
      const end = columns[index * COLUMNS + column.end]!;
      if (!rejected.has(index)) this.#compare(block, index, fieldsOf(wire.subarray(start, end)));
      at = bytes.indexOf(details, end);
    }
  }

  #compare(block: RecordBlock, index: number, fields: ReturnType<typeof fieldsOf>): void {
    const { sender, senderUserDetails } = fields as {
      sender: string;
      senderUserDetails?: { readonly name?: unknown };
    };
    const name = senderUserDetails?.name;
    if (name === undefined) return;
    const earlier = this.#names.get(sender);
    if (earlier === undefined) this.#names.set(sender, name);
    else if (earlier !== name && !this.#warned.has(sender)) {
      this.#warned.add(sender);
      const found = problem('several-names', { field: 'sender', value: sender });
      this.#warnings.add(block.kind, originOf(block, index), undefined, found);
    }
  }
}
