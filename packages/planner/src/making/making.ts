import type { DatabaseSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { IdMap } from '../ids/id-map.ts';
import { KnownDetails } from './known-details.ts';
import { MadeContents } from './made-contents.ts';
import { MadeRecords } from './made-records.ts';
import { makes, makesAny } from './making-rules.ts';
import { RecordMaker } from './record-maker.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';

/** Records in wire form, and a size in bytes that none of them exceeds. */
export interface MadeWires {
  readonly wires: Iterable<Uint8Array>;
  readonly mostBytes: number;
}

/** Makes the records that rows refer to and that the export lacks. */
export class Making {
  readonly records: MadeRecords;
  readonly maker: RecordMaker;
  /** Absent when nothing is made. */
  readonly knownDetails: KnownDetails | undefined;
  readonly #contents: MadeContents | undefined;

  constructor(
    work: DatabaseSync,
    rules: PlanRules,
    parts: { readonly idMap: IdMap; readonly referenceIndex: ReferenceIndex },
  ) {
    this.records = new MadeRecords(work);
    this.maker = new RecordMaker(rules, parts.referenceIndex, this.records);
    if (!makesAny(rules)) return;
    const knownDetails = new KnownDetails(work, (kind) => makes(rules, kind));
    this.knownDetails = knownDetails;
    this.#contents = new MadeContents({ ...parts, knownDetails }, rules.maxRequestBytes);
  }

  /** The made records of a kind. Call it after all rows are read. */
  wiresOf(kind: Kind): MadeWires {
    if (this.#contents === undefined || !this.records.counts.has(kind))
      return { wires: [], mostBytes: 0 };
    const { contentOf, earliestJoin, mostBytes } = this.#contents;
    return { wires: this.records.wires(kind, contentOf, earliestJoin), mostBytes };
  }

  /** Maximum bytes of a made record. */
  get mostBytes(): number {
    return this.#contents?.mostBytes ?? 0;
  }
}
