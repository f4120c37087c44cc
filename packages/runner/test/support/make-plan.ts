import {
  judge,
  kinds,
  kindsInOrder,
  type Kind,
  RecordBlockBuilder,
  type Row,
} from '@chatferry/contract';
import { PlanCompiler } from '@chatferry/planner/compiler';

export type Rows = Partial<Record<Kind, readonly Row[]>>;

export interface PlanShape {
  readonly recordsPerRequest?: number;
  readonly lanes?: number;
  readonly now?: number;
}

/** Plans rows made in code, as files named after their kinds. */
export function makePlan(path: string, rows: Rows, shape: PlanShape = {}): void {
  const now = shape.now ?? Math.floor(Date.now() / 1000);
  using compiler = new PlanCompiler(
    path,
    {
      now,
      recordsPerRequest: shape.recordsPerRequest ?? 50,
      maxRequestBytes: 512 * 1024,
      lanes: shape.lanes ?? 4,
      onMissingUser: 'reject',
      senderNotMember: 'warn',
      duplicates: 'first',
    },
    ({ id, message }) => {
      throw new Error(`the test's own row ${id} is rejected: ${message}`);
    },
  );
  const inputs = [];
  for (const kind of kindsInOrder) {
    if (!kinds[kind].hasFiles && rows[kind] === undefined) continue;
    const file = `${kind}.ndjson`;
    const builder = new RecordBlockBuilder(kind, file);
    for (const [index, row] of (rows[kind] ?? []).entries()) {
      const judged = judge(kind, { ...row }, { now });
      if (!judged.ok) throw new Error(`a bad row in a test: ${JSON.stringify(judged.problems)}`);
      builder.add(index + 1, judged.id, judged.record, judged.wire);
      for (const derived of judged.derived) builder.derive(derived);
    }
    compiler.add(builder.take());
    const sha256 = JSON.stringify(rows[kind] ?? []);
    inputs.push({ file, kind, format: 'ndjson', bytes: sha256.length, sha256 });
  }
  compiler.finish({ inputs, config: {}, version: 'test' });
}
