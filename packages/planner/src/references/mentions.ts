import {
  column,
  COLUMNS,
  eachDetails,
  idHash,
  originOf,
  problem,
  type RecordBlock,
  wireOf,
} from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import { fieldsOf } from '../spool/wire.ts';
import type { ReferenceIndex } from './reference-index.ts';
import type { Warnings } from '../notes/warnings.ts';

const mentionHead = '<@uid:';
const mentionEnd = '>'.charCodeAt(0);
const LONGEST_ID = 100;

/** Warns about mentioned users whom neither the plan nor the message itself contains. Searches the bytes without parsing them. */
export class Mentions {
  readonly #referenceIndex: ReferenceIndex;
  readonly #warnings: Warnings;

  constructor(referenceIndex: ReferenceIndex, warnings: Warnings) {
    this.#referenceIndex = referenceIndex;
    this.#warnings = warnings;
  }

  /** @param rejected indexes of the records of the block that are not planned */
  check(block: RecordBlock, rejected: ReadonlySet<number>): void {
    const { wire, columns } = block;
    const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength);
    let index = 0;
    for (let at = bytes.indexOf(mentionHead); at >= 0; at = bytes.indexOf(mentionHead, at + 1)) {
      while (columns[index * COLUMNS + column.end]! <= at) index++;
      const start = at + mentionHead.length;
      const end = bytes.subarray(start, start + LONGEST_ID + 1).indexOf(mentionEnd);
      if (end < 0 || rejected.has(index)) continue;
      const uid = bytes.toString('utf8', start, start + end);
      if (!this.#referenceIndex.has('users', idHash(uid)) && !bringsAlong(block, index, uid))
        this.#warn(block, index, uid);
    }
  }

  #warn(block: RecordBlock, index: number, uid: string): void {
    const id = idOfEntry(wireOf(block, index));
    const warning = problem('unknown-mention', { field: 'data.text', value: uid });
    this.#warnings.add(block.kind, originOf(block, index), id, warning);
  }
}

/** Whether a record contains the user: the service creates the users inside a message. */
function bringsAlong(block: RecordBlock, index: number, uid: string): boolean {
  let found = false;
  eachDetails(block.kind, fieldsOf(wireOf(block, index)), (details, of) => {
    if (of === 'users' && details['uid'] === uid) found = true;
  });
  return found;
}
