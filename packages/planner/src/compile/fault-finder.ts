import {
  column,
  COLUMNS,
  type Kind,
  kinds,
  type Origin,
  problem,
  type Problem,
  type RecordBlock,
} from '@chatferry/contract';
import type { PlanRules } from '../plan-rules.ts';
import type { RootCause } from '../plan-summary.ts';
import type { Absences } from './absences.ts';
import { type Directory, fault } from './directory.ts';
import type { Placeholders } from './placeholders.ts';
import { type Reference, references } from './references.ts';
import { fieldsOf } from './wire.ts';

/** A problem, and what is at its root when something is missing. */
export interface Found {
  readonly problem: Problem;
  readonly root?: RootCause;
}

/** A record with faults, taken out of its block. */
export interface Faulty {
  readonly kind: Kind;
  readonly id: string;
  readonly wire: Uint8Array;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
  /** Its columns in the block begin here. */
  readonly columns: Float64Array;
  readonly at: number;
}

/** Takes the record with this index out of its block. */
export function faultyRecord(block: RecordBlock, index: number): Faulty {
  const { kind, file, columns } = block;
  const at = index * COLUMNS;
  const start = index === 0 ? 0 : columns[at - COLUMNS + column.end]!;
  const wire = block.wire.subarray(start, columns[at + column.end]);
  const fields = fieldsOf(wire);
  const id = String(fields[kinds[kind].key]);
  return {
    kind,
    id,
    wire,
    fields,
    origin: { file, line: columns[at + column.line]! },
    columns,
    at,
  };
}

/** Puts the faults that numbers have shown into words, and makes placeholders where the rules want them. */
export class FaultFinder {
  readonly #rules: PlanRules;
  readonly #directory: Directory;
  readonly #absences: Absences;
  readonly #placeholders: Placeholders;

  constructor(
    rules: PlanRules,
    parts: { directory: Directory; absences: Absences; placeholders: Placeholders },
  ) {
    this.#rules = rules;
    this.#directory = parts.directory;
    this.#absences = parts.absences;
    this.#placeholders = parts.placeholders;
  }

  /**
   * @param already problems found elsewhere, which come first
   * @returns what keeps the record out of the plan; empty when nothing does
   */
  problemsOf(record: Faulty, faults: number, already: readonly Found[]): readonly Found[] {
    const absent = references[record.kind].filter((reference) => (faults & reference.fault) !== 0);
    const missing = absent.filter((reference) => !bringsAlong(record, reference));
    const found = [...already];
    for (const reference of missing)
      if (reference.to === 'groups' || !this.#makesUp) found.push(this.#missing(record, reference));
    if ((faults & fault.joinedTooEarly) !== 0) found.push({ problem: this.#tooEarly(record) });
    if ((faults & fault.notAMember) !== 0 && this.#rules.senderNotMember === 'reject')
      found.push({ problem: notAMember(record) });
    if (found.length === 0) this.#complete(record, absent);
    return found;
  }

  get #makesUp(): boolean {
    return this.#rules.onMissingUser === 'placeholder';
  }

  #missing(record: Faulty, { fault: which, field, to }: Reference): Found {
    const id = record.fields[field] as string;
    const root = this.#absences.rootOf(to, hashOf(record, which), id);
    const code = to === 'users' ? 'missing-user' : 'missing-group';
    return { problem: problem(code, { field, value: id, detail: whyMissing(root, to, id) }), root };
  }

  /** The record will be planned: what it refers to comes along with it, or is made up. */
  #complete(record: Faulty, absent: readonly Reference[]): void {
    for (const reference of absent) {
      const hash = hashOf(record, reference.fault);
      if (bringsAlong(record, reference)) this.#directory.bringAlong(reference.to, hash);
      else this.#makeUp(record, reference.field, hash);
    }
  }

  #makeUp({ fields, origin }: Faulty, field: string, hash: number): void {
    // A sender may also be the receiver.
    if (this.#directory.hasUser(hash)) return;
    this.#directory.enterMadeUpUser(hash);
    this.#placeholders.make(fields[field] as string, origin.file, origin.line);
  }

  #tooEarly({ fields, columns, at }: Faulty): Problem {
    const created = [
      ['user', this.#directory.createdAt('users', columns[at + column.user]!)],
      ['group', this.#directory.createdAt('groups', columns[at + column.group]!)],
    ] as const;
    const detail = created
      .filter(([, time]) => time !== 0)
      .map(([what, time]) => `${what} created ${time}`)
      .join(', ');
    return problem('joined-too-early', { field: 'joinedAt', value: fields['joinedAt'], detail });
  }
}

/** Words a sender's missing membership. */
export function notAMember({ fields }: Faulty): Problem {
  return problem('not-a-member', { field: 'sender', value: fields['sender'] });
}

/** Whether the record carries the other one with it. */
function bringsAlong({ fields }: Faulty, { field, to, inline }: Reference): boolean {
  const other = fields[inline] as Record<string, unknown> | undefined;
  return other !== undefined && other[kinds[to].key] === fields[field];
}

function hashOf({ columns, at }: Faulty, which: number): number {
  if (which === fault.noGroup) return columns[at + column.group]!;
  return columns[at + (which === fault.noReceiver ? column.receiver : column.user)]!;
}

function whyMissing(root: RootCause, kind: Kind, id: string): string {
  const itself = root.kind === kind && root.id === id;
  const why =
    root.reason === 'not-in-export'
      ? 'is not in the export'
      : `was rejected: ${root.code} at ${root.file}:${root.line}`;
  return itself ? `it ${why}` : `it fell with ${root.kind} ${root.id}, which ${why}`;
}
