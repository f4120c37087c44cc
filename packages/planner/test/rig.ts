import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  judge,
  type IdRule,
  type Kind,
  kindsInOrder,
  type RecordBlock,
  RecordBlockBuilder,
  type Row,
  serviceId,
} from '@chatferry/contract';
import { compile as compileSources, type Compilation, type RowSource } from '../src/compile.ts';
import {
  type Batch,
  type DroppedField,
  entryOf,
  openPlan,
  type Plan,
  type PlanRules,
  type PlanSummary,
  type Provenance,
  type Reject,
} from '../src/index.ts';

/** 2026-09-21T13:33:20Z */
export const NOW = 1_790_000_000;

export const rules: PlanRules = {
  now: NOW,
  recordsPerRequest: 50,
  maxRequestBytes: 1_000_000,
  lanes: 4,
  onMissingUser: 'reject',
  senderNotMember: 'warn',
  duplicates: 'first',
};

export const provenance: Provenance = { inputs: [], config: {}, version: '0.1.0' };

/** Rows by kind; each kind is one file, its first row on line 2. */
export type Export = Partial<Record<Kind, readonly Row[]>>;

/** A temporary folder that is removed at the end of the test. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'planner-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The file name for the rows of a kind. */
export function fileOf(kind: Kind): string {
  return `${kind}.csv`;
}

/** Judges rows and packs them, as a parser does. With `map`, ids are converted to the service's form. */
export function blockOf(
  kind: Kind,
  rows: readonly Row[],
  ids: 'keep' | IdRule = 'keep',
  fractionAt: (line: number) => number = () => 0,
): RecordBlock {
  const builder = new RecordBlockBuilder(kind, fileOf(kind));
  for (const [index, original] of rows.entries()) {
    const row = { ...original };
    const renames = ids === 'keep' ? [] : mapIds(kind, row, ids);
    const judgement = judge(kind, row, { now: NOW });
    const line = index + 2;
    if (judgement.ok) {
      builder.add(line, judgement.id, judgement.record, judgement.wire);
      if (kind === 'messages') builder.addFraction(fractionAt(line));
      for (const derived of judgement.derived) builder.derive(derived);
    } else {
      const { id, problems } = judgement;
      const legacyId = renames[0]?.[1];
      const own = legacyId === undefined ? {} : { legacyId };
      builder.reject({ line, id, ...own, problems, row: JSON.stringify(original) });
      continue;
    }
    for (const [of, from, to] of renames) builder.rename(of, from, to);
  }
  return builder.take();
}

const idFields: Partial<Record<Kind, Record<string, Kind>>> = {
  users: { uid: 'users' },
  groups: { guid: 'groups', owner: 'users' },
  members: { guid: 'groups', uid: 'users' },
  messages: { sender: 'users', receiver: 'users' },
};

function mapIds(kind: Kind, row: Row, rule: IdRule): [Kind, string, string][] {
  const renames: [Kind, string, string][] = [];
  for (const [field, of] of Object.entries(idFields[kind] ?? {})) {
    const from = row[field] as string | undefined;
    if (from === undefined || serviceId(from, rule) === from) continue;
    row[field] = serviceId(from, rule);
    renames.push([of, from, serviceId(from, rule)]);
  }
  return renames;
}

/** A compiled plan with its rejects and dropped fields. */
export interface Planned extends Disposable {
  readonly plan: Plan;
  readonly summary: PlanSummary;
  readonly rejects: readonly Reject[];
  readonly dropped: readonly DroppedField[];
  readonly path: string;
}

/** Compiles an export into a plan in a temporary folder. */
export async function compile(
  rows: Export,
  {
    ids = 'keep',
    inputBytes,
    fractionAt,
    ...changed
  }: Partial<PlanRules> & {
    ids?: 'keep' | IdRule;
    inputBytes?: number;
    /** Of the second in which the message on a line was sent. */
    fractionAt?: (line: number) => number;
  } = {},
): Promise<Planned> {
  return await compileBlocks(
    kindsInOrder.flatMap((kind) =>
      rows[kind] === undefined ? [] : [blockOf(kind, rows[kind], ids, fractionAt)],
    ),
    { ...changed, ids },
    { inputBytes: inputBytes ?? 0 },
  );
}

/** Compiles blocks into a plan in a temporary folder. */
export async function compileBlocks(
  blocks: Iterable<RecordBlock>,
  changed: Partial<PlanRules> = {},
  more: Partial<Compilation> = {},
): Promise<Planned> {
  const folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  const rejects: Reject[] = [];
  const dropped: DroppedField[] = [];
  await planAt(path, blocks, {
    rules: { ...rules, ...changed },
    onReject: (reject) => rejects.push(reject),
    onDropped: (field) => dropped.push(field),
    ...more,
  });
  const plan = openPlan(path);
  return {
    plan,
    summary: plan.summary,
    rejects,
    dropped,
    path,
    [Symbol.dispose]: () => {
      plan.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Compiles blocks into the plan at a path. */
export async function planAt(
  path: string,
  blocks: Iterable<RecordBlock>,
  more: Partial<Compilation> = {},
): Promise<void> {
  for await (const _ of stepsTo(path, blocks, more)) void _;
}

/** The steps of compiling blocks: the plan is at the path after the last one. */
export function stepsTo(
  path: string,
  blocks: Iterable<RecordBlock>,
  more: Partial<Compilation> = {},
): ReturnType<typeof compileSources> {
  return compileSources({
    path,
    rules,
    sources: sourcesOf(blocks),
    onReject: () => {},
    described: async () => provenance,
    ...more,
  });
}

/** A source for the blocks of each kind. */
function sourcesOf(blocks: Iterable<RecordBlock>): RowSource[] {
  const ofKinds = Map.groupBy(blocks, ({ kind }) => kind);
  return [...ofKinds].map(([kind, own]) => ({ kind, file: fileOf(kind), blocks: () => own }));
}

/** All batches of a kind, lane by lane. */
export function batchesOf(plan: Plan, kind: Kind): Batch[] {
  return Array.from({ length: plan.lanes }, (_, lane) => [...plan.batches(kind, lane)]).flat();
}

/** The records of a batch. */
export function recordsOf(batch: Batch): Row[] {
  const body = JSON.parse(new TextDecoder().decode(batch.body)) as Record<
    Kind,
    Record<string, Row>
  >;
  return batch.ends.map((_, index) => body[batch.kind][entryOf(batch, index).id]!);
}

/** The ids that are planned for a kind, in order of their sending within each lane. */
export function plannedIds(plan: Plan, kind: Kind): string[] {
  return batchesOf(plan, kind).flatMap((batch) =>
    batch.ends.map((_, index) => entryOf(batch, index).id),
  );
}

export function user(uid: string, more: Row = {}): Row {
  return { uid, name: `User ${uid}`, ...more };
}

export function group(guid: string, more: Row = {}): Row {
  return { guid, name: `Group ${guid}`, type: 'public', ...more };
}

export function member(guid: string, uid: string, more: Row = {}): Row {
  return { guid, uid, ...more };
}

/** A text message to a user. */
export function message(muid: string, sender: string, receiver: string, more: Row = {}): Row {
  const data = { text: `text of ${muid}` };
  return { muid, sender, receiverType: 'user', receiver, sentAt: NOW - 1000, data, ...more };
}

/** A text message to a group. */
export function groupMessage(muid: string, sender: string, guid: string, more: Row = {}): Row {
  return message(muid, sender, guid, { receiverType: 'group', ...more });
}
