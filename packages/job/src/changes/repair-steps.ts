import {
  CHANGED,
  type ChangeRecord,
  changeRecords,
  DATED_BY_APP,
  type Kind,
  kinds,
  type Row,
  updateKindOf,
  updateOf,
} from '@chatferry/contract';
import { type Batch, entryOf, type Plan, recordOfEntry } from '@chatferry/planner';
import type { IsOwn } from './own-records.ts';
import { differenceLines } from '../verifying/difference-lines.ts';
import type { DifferenceLine } from '../verifying/differences-file.ts';

/** How a repair treats one record that the service does not hold as planned. */
export interface RepairStep extends Pick<
  DifferenceLine,
  'kind' | 'id' | 'file' | 'line' | 'batch' | 'position'
> {
  /** Whether the job sends the record again, because it is missing. */
  readonly isSentAgain: boolean;
  /** The fields that are changed. */
  readonly changed: readonly string[];
  readonly changes: readonly ChangeRecord[];
  /** The fields that stay as they are, because nothing changes them; `copies` for a record that is stored more than once. */
  readonly fixed: readonly string[];
  /** The fields that only an edit of the message changes, if the caller did not ask for edits. */
  readonly edits: readonly string[];
  /** Whether the record stays as it is because nothing proves that it is the job's. `fixed` then names all differing fields. */
  readonly isOfOthers: boolean;
}

/** The name of the difference for a record that is stored more than once. */
const COPIES = 'copies';

/** The rules that decide about differing records. */
export interface RepairRules {
  readonly editsMessages: boolean;
  readonly isOwn: IsOwn;
  /** Kinds whose records have times set by the app. */
  readonly datedByApp: ReadonlySet<Kind>;
}

/** Reads the differences that a verification found, and decides about each record, in the order of the plan. */
export async function* repairSteps(
  differences: string,
  plan: Plan,
  rules: RepairRules,
): AsyncGenerator<RepairStep> {
  const records = new PlannedRows(plan);
  const others = new Set<string>();
  const { isOwn } = rules;
  const isOwnOrOfOwn: IsOwn = (batch, position, row, differing) =>
    isOwn(batch, position, row, differing) || isMadeFromOwn(batch, position, plan, isOwn, others);
  const stepOf = (record: readonly DifferenceLine[]): RepairStep => {
    const step = stepFor(record, records, { ...rules, isOwn: isOwnOrOfOwn });
    if (step.isOfOthers) others.add(`${step.kind}:${step.id}`);
    return step;
  };
  let lines: DifferenceLine[] = [];
  for await (const { difference } of differenceLines(differences)) {
    if (lines.length > 0 && !isSameRecord(lines[0]!, difference)) {
      yield stepOf(lines);
      lines = [];
    }
    lines.push(difference);
  }
  if (lines.length > 0) yield stepOf(lines);
}

/**
 * Whether a record, such as a group description, is made from a field of a record of the job.
 *
 * @param others records that are not the job's, as `kind:id`
 */
function isMadeFromOwn(
  batch: Batch,
  position: number,
  plan: Plan,
  isOwn: IsOwn,
  others: ReadonlySet<string>,
): boolean {
  const { derivedFrom } = kinds[batch.kind];
  if (derivedFrom === undefined || derivedFrom.isWhole === true) return false;
  const { id } = entryOf(batch, position);
  if (others.has(`${derivedFrom.kind}:${id}`)) return false;
  const source = plan.find(derivedFrom.kind, id);
  if (source === undefined) return false;
  const row = recordOfEntry(entryOf(source.batch, source.index).wire);
  return isOwn(source.batch, source.index, row, []);
}

function isSameRecord(one: DifferenceLine, other: DifferenceLine): boolean {
  return one.batch === other.batch && one.position === other.position;
}

const nothing = {
  isSentAgain: false,
  changed: [],
  changes: [],
  fixed: [],
  edits: [],
  isOfOthers: false,
};

function stepFor(
  lines: readonly DifferenceLine[],
  records: PlannedRows,
  { editsMessages, isOwn, datedByApp }: RepairRules,
): RepairStep {
  const { kind, id, file, line, batch, position, field, held } = lines[0]!;
  const place = { kind, id, file, line, batch, position };
  if (field === '' && held === 0) return { ...place, ...nothing, isSentAgain: true };
  const named = [...new Set(lines.map((each) => (each.field === '' ? COPIES : each.field)))];
  if (named.includes(COPIES)) return { ...place, ...nothing, fixed: named };
  if (kind === 'unbans' || kind === 'reactivations')
    return { ...place, ...nothing, isSentAgain: true };

  const of = kinds[kind].changes ?? kind;
  const { batch: planned, row } = records.at(batch, position);
  if (!isOwn(planned, position, row, named))
    return { ...place, ...nothing, fixed: named, isOfOthers: true };
  const { [CHANGED]: _, ...wanted } = row;
  const record = datedByApp.has(of) ? { ...wanted, [DATED_BY_APP]: true } : wanted;
  const { changed, fixed } = updateOf(of, record, named);
  const before = Object.fromEntries(lines.map((each) => [each.field, each.held]));
  if (of === 'messages' && !editsMessages) return { ...place, ...nothing, fixed, edits: changed };
  const changes = changed.length === 0 ? [] : changesFor(of, id, record, changed, before);
  // An unbanned user is not a member until the membership is imported again.
  const isSentAgain = changes.some((change) => change.kind === 'unbans');
  return { ...place, ...nothing, isSentAgain, changed, changes, fixed };
}

/** A record without updates of its own, such as a group description, is changed by the operation that creates it. */
function changesFor(
  kind: Kind,
  id: string,
  record: Row,
  changed: readonly string[],
  before: Row,
): readonly ChangeRecord[] {
  return updateKindOf(kind) === undefined
    ? [{ kind, id, row: record }]
    : changeRecords(kind, record, changed, before);
}

/** Reads records of a plan by batch and position. Records of one batch are asked for one after another. */
class PlannedRows {
  readonly #plan: Plan;
  #batch: Batch | undefined;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  at(seq: number, position: number): { readonly batch: Batch; readonly row: Row } {
    if (this.#batch?.seq !== seq) this.#batch = this.#plan.batch(seq);
    return { batch: this.#batch, row: recordOfEntry(entryOf(this.#batch, position).wire) };
  }
}
