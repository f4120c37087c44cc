import { column, kinds, problem, type Problem, type ProblemCode } from '@chatferry/contract';
import type { PlanRules } from '../plan/plan-rules.ts';
import { type MissingRecords, whyMissing } from '../notes/missing-records.ts';
import type { RecordProblem } from '../notes/rejects.ts';
import { type ReferenceIndex, fault } from '../references/reference-index.ts';
import { makes } from '../making/making-rules.ts';
import type { RecordMaker } from '../making/record-maker.ts';
import { type CheckedReference, references } from '../references/references.ts';
import type { SuspectRecord } from '../references/suspect-record.ts';

/** Turns fault bits into problems, and makes missing records if the rules ask for it. */
export class FaultFinder {
  readonly #rules: PlanRules;
  readonly #referenceIndex: ReferenceIndex;
  readonly #missingRecords: MissingRecords;
  readonly #maker: RecordMaker;

  constructor(
    rules: PlanRules,
    parts: { referenceIndex: ReferenceIndex; missingRecords: MissingRecords; maker: RecordMaker },
  ) {
    this.#rules = rules;
    this.#referenceIndex = parts.referenceIndex;
    this.#missingRecords = parts.missingRecords;
    this.#maker = parts.maker;
  }

  /**
   * @param already problems found elsewhere, which come first
   * @returns the problems that reject the record; empty when it is planned
   */
  problemsOf(
    record: SuspectRecord,
    faults: number,
    already: readonly RecordProblem[],
  ): readonly RecordProblem[] {
    const absent = references[record.kind].filter((reference) => (faults & reference.fault) !== 0);
    const missing = absent.filter((reference) => !bringsAlong(record, reference));
    const found = [...already];
    for (const reference of missing)
      if (!makes(this.#rules, reference.to)) found.push(this.#missing(record, reference));
    if (this.#rules.badOptional === 'reject' && (faults & fault.joinedTooEarly) !== 0)
      found.push({ problem: this.tooEarly(record) });
    if (this.#rules.senderNotMember === 'reject' && this.#isFromOutside(record, faults))
      found.push({ problem: notAMember(record) });
    if (found.length === 0) this.#complete(record, absent);
    return found;
  }

  /** A missing group has no members, unless the message contains the group. */
  #isFromOutside(record: SuspectRecord, faults: number): boolean {
    if ((faults & fault.notAMember) !== 0) return true;
    if ((faults & fault.noGroup) === 0 || kinds[record.kind].lanes !== 'conversation') return false;
    return references[record.kind].some(
      (reference) => reference.fault === fault.noGroup && !bringsAlong(record, reference),
    );
  }

  #missing(record: SuspectRecord, { fault: which, field, to }: CheckedReference): RecordProblem {
    const id = record.fields[field] as string;
    const root = this.#missingRecords.rootOf(to, hashOf(record, which), id);
    const code = `missing-${kinds[to].nouns[0]}` as ProblemCode;
    return { problem: problem(code, { field, value: id, detail: whyMissing(root, to, id) }), root };
  }

  /** Call for a record that will be planned. Missing records are made, or count as present when the record contains them. */
  #complete(record: SuspectRecord, absent: readonly CheckedReference[]): void {
    for (const reference of absent) {
      const hash = hashOf(record, reference.fault);
      if (makes(this.#rules, reference.to)) this.#maker.make(record, reference, hash);
      else this.#referenceIndex.bringAlong(reference.to, hash);
    }
    if (kinds[record.kind].lanes === 'conversation') this.#maker.makeMember(record);
  }

  /** The problem of a membership that is older than its user or group. */
  tooEarly({ fields, columns, at }: SuspectRecord): Problem {
    const created = [
      ['user', this.#referenceIndex.createdAt('users', columns[at + column.user]!)],
      ['group', this.#referenceIndex.createdAt('groups', columns[at + column.group]!)],
    ] as const;
    const detail = created
      .filter(([, time]) => time !== 0)
      .map(([what, time]) => `${what} created ${time}`)
      .join(', ');
    return problem('joined-too-early', { field: 'joinedAt', value: fields['joinedAt'], detail });
  }
}

/** The problem of a sender who is not a member. */
export function notAMember({ fields }: SuspectRecord): Problem {
  return problem('not-a-member', { field: 'sender', value: fields['sender'] });
}

/** Whether the record contains the record that it refers to. */
function bringsAlong({ fields }: SuspectRecord, { field, to, inline }: CheckedReference): boolean {
  const other = (inline === undefined ? undefined : fields[inline]) as
    | Record<string, unknown>
    | undefined;
  return other !== undefined && other[kinds[to].key] === fields[field];
}

function hashOf({ columns, at }: SuspectRecord, which: number): number {
  if (which === fault.noGroup) return columns[at + column.group]!;
  return columns[at + (which === fault.noReceiver ? column.receiver : column.user)]!;
}
