import { type Kind, kinds, type Problem, problem } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { DerivedRecords } from './derived-records.ts';
import { wordDuplicate } from './duplicate-problem.ts';
import type { Duplicate, Duplicates } from './duplicates.ts';
import type { EqualRows } from './equal-rows.ts';
import type { IdMap } from './id-map.ts';
import type { InputNumbers } from './input-numbers.ts';
import type { RowTally } from './row-tally.ts';
import type { Warnings } from './warnings.ts';

interface DuplicateSources {
  readonly rule: PlanRules['duplicates'];
  readonly inputs: InputNumbers;
  readonly idMap: IdMap;
  readonly derived: DerivedRecords;
  readonly warnings: Warnings;
  readonly tally: RowTally;
  readonly equalRows: EqualRows;
}

/**
 * Settles the records of a kind that have the same id: records with the same content are merged, others are rejected as
 * the rules define. Call it when all records of the kind are spooled.
 *
 * @param drop removes a record that is merged
 * @param reject removes a record and reports why
 */
export function settleDuplicates(
  duplicates: Duplicates,
  spool: RecordSpool,
  sources: DuplicateSources,
  drop: (record: StoredRecord) => void,
  reject: (record: StoredRecord, problem: Problem) => void,
): void {
  const { rule, inputs, warnings, equalRows, idMap } = sources;
  const { kind } = spool;
  equalRows.numberFirst(spool);
  const found = duplicates.find(
    spool,
    (record, similarId) => {
      const id = idOfEntry(record.wire);
      const detail = `${JSON.stringify(similarId)} is another`;
      const warning = problem('similar-id', { field: kinds[kind].key, value: id, detail });
      warnings.add(kind, inputs.originOf(record.origin), id, warning);
    },
    equalRows.hasInputs ? 'first' : rule,
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
    const refuse = (record: StoredRecord, kept: StoredRecord): void => {
      if (record.legacyHash !== kept.legacyHash) idMap.refuse(kind, legacyId(record, kind, idMap));
      reject(record, duplicateProblem(record, kept, differing, spool, sources));
    };
    refuse(other, winner);
    if (rule === 'reject' && !spool.dropped.has(winner.ordinal)) refuse(winner, other);
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
  differing: readonly string[],
  { kind }: RecordSpool,
  { rule, inputs, idMap }: DuplicateSources,
): Problem {
  const id = idOfEntry(record.wire);
  const { file, line } = inputs.originOf(other.origin);
  return wordDuplicate(rule, {
    field: kinds[kind].key,
    id,
    place: `${file}:${line}`,
    differing,
    ...(record.legacyHash === other.legacyHash
      ? {}
      : { legacyIds: [legacyId(record, kind, idMap), legacyId(other, kind, idMap)] as const }),
  });
}

function legacyId({ wire, legacyHash }: StoredRecord, kind: Kind, idMap: IdMap): string {
  return idMap.legacyOf(kind, idOfEntry(wire), legacyHash);
}
