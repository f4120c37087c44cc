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
  /** Absent where no missing records are made. */
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
   * Processes what is known before the records are checked.
   *
   * @returns for each record the hash of its own legacy id, 0 when its id is unchanged; undefined when all are
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

  /** The problems of records whose id in the service is that of another record, which landed in a job before; by index. */
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
   * Processes what depends on which records were kept.
   *
   * @param ordinal of the first record that was kept
   * @param rejected indexes of those that were not
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
      // The own id comes first; a message can also name another one, which it replies to.
      if (kind !== own || (hashes?.[index] ?? 0) !== 0) continue;
      hashes ??= new Float64Array(records);
      hashes[index] = hash;
    }
    return hashes;
  }
}

/** The ids of records, by index, that were changed. */
function changedIds({ kind, renamed }: RecordBlock): Map<number, RowId> {
  const ids = new Map<number, RowId>();
  // The own id comes first; a record can also name another one of its kind.
  for (const { index, kind: of, from: legacy, to: service } of renamed)
    if (of === kind && !ids.has(index)) ids.set(index, { kind, legacy, service });
  return ids;
}

/** An id that was not changed. */
function rowIdAt(block: RecordBlock, index: number): RowId {
  const id = idOfEntry(wireOf(block, index));
  return { kind: block.kind, legacy: id, service: id };
}
