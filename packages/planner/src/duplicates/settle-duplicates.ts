import {
  isReferredKind,
  type Kind,
  kinds,
  placeText,
  type Problem,
  problem,
} from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { DerivedRecords } from '../making/derived-records.ts';
import { type Clash, wordDuplicate } from './duplicate-problem.ts';
import type { Duplicate, Duplicates } from './duplicates.ts';
import type { EqualRows } from './equal-rows.ts';
import type { ClashingId, IdClashes } from '../ids/id-clashes.ts';
import type { IdMap } from '../ids/id-map.ts';
import type { InputNumbers } from '../notes/input-numbers.ts';
import type { OwnIds } from './own-ids.ts';
import type { RowTally } from '../notes/row-tally.ts';
import type { Warnings } from '../notes/warnings.ts';

interface DuplicateSources {
  readonly rule: PlanRules['duplicates'];
  readonly inputs: InputNumbers;
  readonly idMap: IdMap;
  readonly ownIds: OwnIds;
  readonly clashes: IdClashes;
  readonly derived: DerivedRecords;
  readonly warnings: Warnings;
  readonly tally: RowTally;
  readonly equalRows: EqualRows;
}

/**
 * Settles the records of a kind that have the same id: records with the same content are merged, others are rejected as
 * the rules define.
 *
 * @param drop removes a record that is merged
 * @param reject removes a record and reports why
 * @param onLanded gets the winner of records with different ids of the export, if it is the one that landed before
 */
export function settleDuplicates(
  duplicates: Duplicates,
  spool: RecordSpool,
  sources: DuplicateSources,
  drop: (record: StoredRecord) => void,
  reject: (record: StoredRecord, problem: Problem) => void,
  onLanded: (winner: StoredRecord) => void,
): void {
  const { rule, inputs, warnings, equalRows, idMap, ownIds } = sources;
  const { kind } = spool;
  equalRows.numberFirst(spool);
  const isLanded = ({ wire, legacyHash }: StoredRecord): boolean | undefined =>
    isReferredKind(kind) ? ownIds.isLanded(kind, idOfEntry(wire), legacyHash) : undefined;
  const found = duplicates.find(
    spool,
    (record, similarId) => {
      const id = idOfEntry(record.wire);
      const detail = `${JSON.stringify(similarId)} is another`;
      const warning = problem('similar-id', { field: kinds[kind].key, value: id, detail });
      warnings.add(kind, inputs.originOf(record.origin), id, warning);
    },
    equalRows.hasInputs ? 'first' : rule,
    isLanded,
  );
  for (const duplicate of found) {
    const { winner, other } = duplicate;
    const number = equalRows.numberOf(winner, other);
    if (number !== undefined) {
      spool.number(other, number);
      continue;
    }
    const differing = differingFields(duplicate, spool, sources);
    if (differing.length === 0 && winner.legacyHash === other.legacyHash) {
      sources.tally.merged++;
      drop(other);
      continue;
    }
    const isCollision = winner.legacyHash !== other.legacyHash;
    const hasLanded = isCollision && isLanded(winner) === true;
    if (isCollision) addClash(winner, other, spool.kind, sources);
    const refuse = (record: StoredRecord, kept: StoredRecord): void => {
      const service = idOfEntry(record.wire);
      if (isCollision) ownIds.refuse({ kind, service, legacy: legacyId(record, kind, idMap) });
      const how = { differing, hasOtherLanded: hasLanded };
      reject(record, duplicateProblem(record, kept, how, spool, sources));
    };
    refuse(other, winner);
    if (hasLanded) onLanded(winner);
    else if (rule === 'reject' && !spool.dropped.has(winner.ordinal)) refuse(winner, other);
  }
}

function differingFields(
  { winner, other, differing }: Duplicate,
  { kind }: RecordSpool,
  { derived }: DuplicateSources,
): readonly string[] {
  return [...differing, ...derived.differing(kind, winner.ordinal, other.ordinal)];
}

function duplicateProblem(
  record: StoredRecord,
  other: StoredRecord,
  how: Pick<Clash, 'differing' | 'hasOtherLanded'>,
  { kind }: RecordSpool,
  { rule, inputs, idMap }: DuplicateSources,
): Problem {
  const id = idOfEntry(record.wire);
  const { file, line } = inputs.originOf(other.origin);
  return wordDuplicate(rule, {
    field: kinds[kind].key,
    id,
    place: `${file}:${line}`,
    ...how,
    ...(record.legacyHash === other.legacyHash
      ? {}
      : { legacyIds: [legacyId(record, kind, idMap), legacyId(other, kind, idMap)] as const }),
  });
}

function addClash(
  winner: StoredRecord,
  other: StoredRecord,
  kind: Kind,
  { clashes, idMap, inputs }: DuplicateSources,
): void {
  const [one, two] = [winner, other].map((record) => ({
    id: legacyId(record, kind, idMap),
    place: placeText(inputs.originOf(record.origin)),
  })) as [ClashingId, ClashingId];
  clashes.add(kind, one, two);
}

function legacyId({ wire, legacyHash }: StoredRecord, kind: Kind, idMap: IdMap): string {
  return idMap.legacyOf(kind, idOfEntry(wire), legacyHash);
}
