import {
  judge,
  kinds,
  kindsInOrder,
  type Kind,
  RecordBlockBuilder,
  type Row,
} from '@chatferry/contract';
import type { RowSource } from '@chatferry/planner';
import { compile } from '@chatferry/planner/compile';

export type Rows = Partial<Record<Kind, readonly Row[]>>;

export interface PlanShape {
  readonly recordsPerRequest?: number;
  readonly lanes?: number;
  readonly now?: number;
}

/** Plans rows made in code, as files named after their kinds. */
export async function makePlan(path: string, rows: Rows, shape: PlanShape = {}): Promise<void> {
  const now = shape.now ?? Math.floor(Date.now() / 1000);
  const planned = kindsInOrder.filter((kind) => kinds[kind].hasFiles || rows[kind] !== undefined);
  const steps = compile({
    path,
    rules: {
      now,
      recordsPerRequest: shape.recordsPerRequest ?? 50,
      maxRequestBytes: 512 * 1024,
      lanes: shape.lanes ?? 4,
      onMissingUser: 'reject',
      senderNotMember: 'warn',
      duplicates: 'first',
    },
    sources: planned.map((kind) => sourceOf(kind, rows[kind] ?? [], now)),
    onReject: ({ id, message }) => {
      throw new Error(`the test's own row ${id} is rejected: ${message}`);
    },
    described: async () => {
      const inputs = planned.map((kind) => {
        const sha256 = JSON.stringify(rows[kind] ?? []);
        return { file: fileOf(kind), kind, format: 'ndjson', bytes: sha256.length, sha256 };
      });
      return { inputs, config: {}, version: 'test' };
    },
  });
  for await (const _ of steps) void _;
}

function fileOf(kind: Kind): string {
  return `${kind}.ndjson`;
}

function sourceOf(kind: Kind, rows: readonly Row[], now: number): RowSource {
  const builder = new RecordBlockBuilder(kind, fileOf(kind));
  for (const [index, row] of rows.entries()) {
    const judged = judge(kind, { ...row }, { now });
    if (!judged.ok) throw new Error(`a bad row in a test: ${JSON.stringify(judged.problems)}`);
    builder.add(index + 1, judged.id, judged.record, judged.wire);
    for (const derived of judged.derived) builder.derive(derived);
  }
  return { kind, file: fileOf(kind), blocks: () => [builder.take()] };
}
