import { type Kind, kinds, placeText, type Problem, problem } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { DerivedRecords } from '../making/derived-records.ts';
import { duplicateProblem } from './duplicate-problem.ts';
import type { Duplicate, Duplicates } from './duplicates.ts';
import type { EqualRows } from './equal-rows.ts';
import { idClash } from '../ids/id-clash.ts';
import type { IdClashes } from '../ids/id-clashes.ts';
import type { IdMap } from '../ids/id-map.ts';
import type { InputNumbers } from '../notes/input-numbers.ts';
import type { RowIds } from '../ids/row-ids.ts';
import type { RowTally } from '../notes/row-tally.ts';
import type { Warnings } from '../notes/warnings.ts';

interface DuplicateSources {
  readonly rule: PlanRules['duplicates'];
  readonly inputs: InputNumbers;
  readonly idMap: IdMap;
  readonly rowIds: RowIds;
  readonly clashes: IdClashes;
  readonly derived: DerivedRecords;
  readonly warnings: Warnings;
  readonly tally: RowTally;
  readonly equalRows: EqualRows;
}

/** How records are removed from the plan. */
interface Removals {
  /** Removes a record that is merged. */
  readonly drop: (record: StoredRecord) => void;
  /** Rejects a record while another record with its id is planned. */
  readonly rejectRepeat: (record: StoredRecord, why: Problem) => void;
  /** Rejects a record, after which no record has its id. */
  readonly reject: (record: StoredRecord, why: Problem) => void;
}

/**
 * Settles the records of a kind that have the same id: records with the same content are merged, others are rejected as the rules define.
 * Records whose ids differ in the export are all rejected.
 */
export function settleDuplicates(
  duplicates: Duplicates,
  spool: RecordSpool,
  sources: DuplicateSources,
  { drop, rejectRepeat, reject }: Removals,
): void {
  const { rule, inputs, warnings, equalRows } = sources;
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
    if (winner.legacyHash !== other.legacyHash) {
      for (const [record, why] of clashOf(winner, other, kind, sources))
        if (!spool.dropped.has(record.ordinal)) reject(record, why);
      continue;
    }
    const differing = differingFields(duplicate, spool, sources);
    if (differing.length === 0) {
      sources.tally.merged++;
      drop(other);
      continue;
    }
    const problemOf = (record: StoredRecord, same: StoredRecord): Problem =>
      duplicateProblem(rule, {
        field: kinds[kind].key,
        id: idOfEntry(record.wire),
        place: placeText(inputs.originOf(same.origin)),
        differing,
      });
    if (rule !== 'reject') {
      rejectRepeat(other, problemOf(other, winner));
      continue;
    }
    reject(other, problemOf(other, winner));
    if (!spool.dropped.has(winner.ordinal)) reject(winner, problemOf(winner, other));
  }
}

function differingFields(
  { winner, other, differing }: Duplicate,
  { kind }: RecordSpool,
  { derived }: DuplicateSources,
): readonly string[] {
  return [...differing, ...derived.differing(kind, winner.ordinal, other.ordinal)];
}

/** Notes two records whose different ids become one in the service. @returns the problem of each */
function clashOf(
  winner: StoredRecord,
  other: StoredRecord,
  kind: Kind,
  { clashes, idMap, inputs, rowIds }: DuplicateSources,
): [record: StoredRecord, problem: Problem][] {
  const service = idOfEntry(winner.wire);
  const ids = [winner, other].map((record) => ({
    record,
    id: idMap.legacyOf(kind, service, record.legacyHash),
    place: placeText(inputs.originOf(record.origin)),
  }));
  const [one, two] = [ids[0]!, ids[1]!];
  clashes.add(kind, one, two);
  return [one, two].map((own) => {
    const { id, place } = own === one ? two : one;
    rowIds.refuse({ kind, legacy: own.id, service });
    const why = idClash({ kind, legacy: own.id }, `${JSON.stringify(id)} at ${place}`);
    return [own.record, why];
  });
}
