import {
  byKind,
  isReferredKind,
  kinds,
  originOf,
  type Problem,
  type RecordBlock,
  wireOf,
} from '@chatferry/contract';
import { idClash } from '../ids/id-clash.ts';
import { idOfEntry } from '../plan/batch.ts';
import type { RowId } from '../plan/row-id.ts';
import type { AttachmentHosts } from '../notes/attachment-hosts.ts';
import type { DerivedRecords } from '../making/derived-records.ts';
import type { DroppedFields } from '../notes/dropped-fields.ts';
import type { IdMap } from '../ids/id-map.ts';
import type { KnownDetails } from '../making/known-details.ts';
import type { Mentions } from '../references/mentions.ts';
import type { NeededRoles } from '../making/needed-roles.ts';
import type { RowIds } from '../ids/row-ids.ts';
import type { Rejects } from '../notes/rejects.ts';
import type { SeveralNames } from '../notes/several-names.ts';
import type { Warnings } from '../notes/warnings.ts';

interface Collectors {
  readonly rejects: Rejects;
  readonly warnings: Warnings;
  readonly idMap: IdMap;
  readonly rowIds: RowIds;
  readonly roles: NeededRoles;
  readonly derived: DerivedRecords;
  readonly droppedFields: DroppedFields;
  readonly mentions: Mentions;
  readonly hosts: AttachmentHosts;
  readonly severalNames: SeveralNames;
  /** Absent when no missing records are made. */
  readonly knownDetails: KnownDetails | undefined;
}

const isConversation = byKind((kind) => kinds[kind].lanes === 'conversation');

/** Processes the contents of a block that are not records: rejected rows, changed ids, roles, warnings and the like. */
export class BlockNotes {
  readonly #to: Collectors;

  constructor(to: Collectors) {
    this.#to = to;
  }

  /**
   * Processes the contents that the record check depends on. Call it before the check.
   *
   * @returns for each record the hash of its legacy id, or 0 for an unchanged id; undefined when no id was changed
   */
  before(block: RecordBlock): Float64Array | undefined {
    const { kind, file, rejected } = block;
    for (const { line, item, id, legacyId, problems, row } of rejected) {
      const origin = item === undefined ? { file, line } : { file, line, item };
      const found = problems.map((each) => ({ problem: each }));
      this.#to.rejects.add({ kind, id, origin, found, row });
      if (id !== undefined && isReferredKind(kind))
        this.#to.rowIds.reject({ kind, legacy: legacyId ?? id, service: id });
    }
    this.#to.roles.add(block);
    return this.#legacyHashes(block);
  }

  /** The problems, by index, of records whose service id belongs to another record that landed in an earlier job. */
  landedInstead(block: RecordBlock): ReadonlyMap<number, Problem> | undefined {
    const { rowIds } = this.#to;
    const { kind, records } = block;
    if (!rowIds.isDelta || !isReferredKind(kind)) return undefined;
    const problems = new Map<number, Problem>();
    const changed = changedIds(block);
    for (let index = 0; index < records; index++) {
      const id = changed.get(index) ?? rowIdAt(block, index);
      const other = rowIds.landedInstead(id);
      if (other === undefined) continue;
      const detail = `${JSON.stringify(other)} landed in an earlier job`;
      problems.set(index, idClash(id, detail));
    }
    return problems;
  }

  /**
   * Processes the contents that depend on which records were kept.
   *
   * @param ordinal ordinal of the first kept record
   * @param rejected indexes of the records that were not kept
   */
  after(block: RecordBlock, ordinal: number, rejected: ReadonlySet<number>): void {
    const { kind } = block;
    if (isReferredKind(kind)) this.#noteRowIds(block, rejected);
    if (block.derived.length > 0) this.#to.derived.note(block, ordinal, rejected);
    for (const { index, problem: warning } of block.warnings)
      if (!rejected.has(index))
        this.#to.warnings.add(kind, originOf(block, index), undefined, warning);
    if (isConversation[kind]) {
      this.#to.mentions.check(block, rejected);
      this.#to.severalNames.note(block, rejected);
    }
    this.#to.knownDetails?.note(block);
    if (block.dropped.length > 0) this.#to.droppedFields.addAll(block, rejected);
    if (kinds[kind].hasAttachments === true) this.#to.hosts.count(block);
  }

  /** @param rejected indexes of records that are not planned */
  #noteRowIds(block: RecordBlock, rejected: ReadonlySet<number>): void {
    const { rowIds } = this.#to;
    const changed = changedIds(block);
    for (const [index, id] of changed)
      if (rejected.has(index)) rowIds.reject(id);
      else rowIds.keep(id);
    for (const index of rejected) if (!changed.has(index)) rowIds.reject(rowIdAt(block, index));
  }

  #legacyHashes({ kind: own, renamed, records }: RecordBlock): Float64Array | undefined {
    let hashes: Float64Array | undefined;
    for (const { index, kind, from, to } of renamed) {
      const hash = this.#to.idMap.note(kind, from, to);
      // A record's own id comes first; a message can also contain the id of a message that it replies to.
      if (kind !== own || (hashes?.[index] ?? 0) !== 0) continue;
      hashes ??= new Float64Array(records);
      hashes[index] = hash;
    }
    return hashes;
  }
}

/** The changed ids of records, by index. */
function changedIds({ kind, renamed }: RecordBlock): Map<number, RowId> {
  const ids = new Map<number, RowId>();
  // A record's own id comes first; the record can also refer to another record of its kind.
  for (const { index, kind: of, from: legacy, to: service } of renamed)
    if (of === kind && !ids.has(index)) ids.set(index, { kind, legacy, service });
  return ids;
}

/** An id that was not changed. */
function rowIdAt(block: RecordBlock, index: number): RowId {
  const id = idOfEntry(wireOf(block, index));
  return { kind: block.kind, legacy: id, service: id };
}
