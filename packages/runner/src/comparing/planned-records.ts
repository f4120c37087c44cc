import type { Kind, Row } from '@chatferry/contract';
import { type Batch, type BatchRange, entryOf, type Plan } from '@chatferry/planner';
import { recordRow } from '../routes/record-row.ts';
import { withBreaks } from './with-breaks.ts';

/** A record of the plan, and its position in the plan. */
export interface PlannedRecord {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** Number of its batch in the plan. */
  readonly seq: number;
  /** 0-based, in the batch. */
  readonly position: number;
  /** The record as it is sent; parsed only when asked for. */
  readonly record: () => Row;
}

/** Whether the record at a position of a batch is wanted. */
type IsWanted = (position: number) => boolean;

/** Which records of a plan are wanted; all records of a kind unless `select` is given. */
export interface PlannedSelection {
  readonly plan: Plan;
  readonly kind: Kind;
  /** Called once for each batch. */
  readonly select?: ((batch: Batch) => IsWanted | Promise<IsWanted>) | undefined;
  /** Leaves out the records that a later segment of the plan replaces. */
  readonly isLatest?: boolean | undefined;
  /** The batches of consecutive segments; all batches unless given. */
  readonly range?: BatchRange | undefined;
  readonly signal: AbortSignal;
}

/**
 * Records of a kind in the plan, lane by lane and batch by batch, with one batch in memory at a time. The event loop gets
 * its turn in between.
 * @throws the signal's reason
 */
export async function* plannedRecords({
  plan,
  kind,
  select = () => () => true,
  isLatest = false,
  range,
  signal,
}: PlannedSelection): AsyncGenerator<readonly PlannedRecord[], void> {
  // Segments after the range count too.
  const superseded = isLatest ? plan.supersededAfter((range?.first ?? 1) - 1) : undefined;
  for await (const batch of withBreaks(batchesOf(plan, kind, range), signal)) {
    const isWanted = await select(batch);
    yield batch.origins.flatMap((_, position) => {
      if (!isWanted(position)) return [];
      const record = plannedRecord(batch, position);
      return superseded?.has(kind, record.id, batch.seq) === true ? [] : [record];
    });
  }
}

function* batchesOf(
  plan: Plan,
  kind: Kind,
  { first = 1, last = Infinity }: Partial<BatchRange> = {},
): Generator<Batch, void> {
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches(kind, lane, first - 1)) {
      if (batch.seq > last) break;
      yield batch;
    }
}

function plannedRecord(batch: Batch, position: number): PlannedRecord {
  const { id } = entryOf(batch, position);
  const { file, line } = batch.origins[position]!;
  return { id, file, line, seq: batch.seq, position, record: () => recordRow(batch, position) };
}
