import { column, isReferredKind, type Kind, kindsInOrder } from '@chatferry/contract';
import type { ReferenceIndex } from '../references/reference-index.ts';
import { hasReferences } from '../plan/landed-parts.ts';
import type { EarlierRecords } from './earlier-records.ts';

/** Adds landed records to the reference index, because records of the export may refer to them. */
export class LandedReferences {
  readonly #records: EarlierRecords;
  readonly #referenceIndex: ReferenceIndex;
  readonly #entered = new Set<Kind>();

  constructor(records: EarlierRecords, referenceIndex: ReferenceIndex) {
    this.#records = records;
    this.#referenceIndex = referenceIndex;
  }

  /** Adds the kinds before this one. Their rows are already read, and take precedence over landed records. */
  enterBefore(kind: Kind): void {
    for (const earlier of kindsInOrder.slice(0, kindsInOrder.indexOf(kind))) {
      if (this.#entered.has(earlier)) continue;
      this.#entered.add(earlier);
      if (hasReferences(earlier)) this.#enter(earlier);
    }
  }

  #enter(kind: Kind): void {
    for (const columns of this.#records.columns(kind)) {
      const hash = columns[column.idHash]!;
      if (!isReferredKind(kind)) this.#referenceIndex.enter(kind, columns, 0);
      else if (!this.#referenceIndex.has(kind, hash)) {
        this.#referenceIndex.enter(kind, columns, 0);
        this.#referenceIndex.enterMade(kind, hash);
      }
    }
  }
}
