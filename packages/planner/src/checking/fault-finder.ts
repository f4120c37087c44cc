import {
  column,
  COLUMNS,
  type Kind,
  kinds,
  type Origin,
  originOf,
  problem,
  type Problem,
  type ProblemCode,
  type RecordBlock,
  wireOf,
} from '@chatferry/contract';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { RootCause } from '../plan/plan-summary.ts';
import type { MissingRecords } from './missing-records.ts';
import { type ReferenceIndex, fault } from './reference-index.ts';
import type { Placeholders } from './placeholders.ts';
import { type CheckedReference, references } from './references.ts';
import { fieldsOf } from '../spool/wire.ts';

/** A problem, and the missing record that causes it, if one does. */
export interface RecordProblem {
  readonly problem: Problem;
  readonly root?: RootCause;
}

/** A record with faults, extracted from its block. */
export interface SuspectRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly wire: Uint8Array;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
  /** Its columns in the block begin here. */
  readonly columns: Float64Array;
  readonly at: number;
}

/** Extracts the record with this index from its block. */
export function suspectRecord(block: RecordBlock, index: number): SuspectRecord {
  const { kind, columns } = block;
  const at = index * COLUMNS;
  const wire = wireOf(block, index);
  const fields = fieldsOf(wire);
  const id = String(fields[kinds[kind].key]);
  return {
    kind,
    id,
    wire,
    fields,
    origin: originOf(block, index),
    columns,
    at,
  };
}

/** Turns fault bits into problems, and makes placeholders where the rules ask for them. */
export class FaultFinder {
  readonly #rules: PlanRules;
  readonly #referenceIndex: ReferenceIndex;
  readonly #missingRecords: MissingRecords;
  readonly #placeholders: Placeholders;

  constructor(
    rules: PlanRules,
    parts: {
      referenceIndex: ReferenceIndex;
      missingRecords: MissingRecords;
      placeholders: Placeholders;
    },
  ) {
    this.#rules = rules;
    this.#referenceIndex = parts.referenceIndex;
    this.#missingRecords = parts.missingRecords;
    this.#placeholders = parts.placeholders;
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
      if (kinds[reference.to].hasPlaceholders !== true || !this.#makesUp)
        found.push(this.#missing(record, reference));
    if ((faults & fault.joinedTooEarly) !== 0) found.push({ problem: this.#tooEarly(record) });
    if ((faults & fault.notAMember) !== 0 && this.#rules.senderNotMember === 'reject')
      found.push({ problem: notAMember(record) });
    if (found.length === 0) this.#complete(record, absent);
    return found;
  }

  get #makesUp(): boolean {
    return this.#rules.onMissingUser === 'placeholder';
  }

  #missing(record: SuspectRecord, { fault: which, field, to }: CheckedReference): RecordProblem {
    const id = record.fields[field] as string;
    const root = this.#missingRecords.rootOf(to, hashOf(record, which), id);
    const code = `missing-${kinds[to].nouns[0]}` as ProblemCode;
    return { problem: problem(code, { field, value: id, detail: whyMissing(root, to, id) }), root };
  }

  /** The record will be planned: the records inside it count as present, and missing users become placeholders. */
  #complete(record: SuspectRecord, absent: readonly CheckedReference[]): void {
    for (const reference of absent) {
      const hash = hashOf(record, reference.fault);
      if (bringsAlong(record, reference)) this.#referenceIndex.bringAlong(reference.to, hash);
      else this.#makeUp(record, reference.field, hash);
    }
  }

  #makeUp({ fields, origin }: SuspectRecord, field: string, hash: number): void {
    // A sender may also be the receiver.
    if (this.#referenceIndex.hasUser(hash)) return;
    this.#referenceIndex.enterMadeUpUser(hash);
    this.#placeholders.make(fields[field] as string, origin.file, origin.line);
  }

  #tooEarly({ fields, columns, at }: SuspectRecord): Problem {
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

/** Whether the record contains the other one. */
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

function whyMissing(root: RootCause, kind: Kind, id: string): string {
  const itself = root.kind === kind && root.id === id;
  const why =
    root.reason === 'not-in-export'
      ? 'is not in the export'
      : `was rejected: ${root.code} at ${root.file}:${root.line}`;
  return itself ? `it ${why}` : `it depends on ${root.kind} ${root.id}, which ${why}`;
}
