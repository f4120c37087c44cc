import { type Kind, kindsInOrder, type Row } from '@chatferry/contract';
import {
  type Batch,
  entryOf,
  openPlan,
  type Plan,
  recordOfEntry,
  type Reject,
} from '@chatferry/planner';
import { type Outcome, readJob, recordStory } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { batchOf } from '../indexing/index-schema.ts';
import {
  type ConversationOrder,
  type IndexedConversation,
  type IndexedLine,
  type JobIndex,
} from '../indexing/job-index.ts';
import { openIndex } from '../indexing/open-index.ts';
import { madeFrom } from '../indexing/made-from.ts';
import { readLines } from '../indexing/read-lines.ts';
import type { DifferenceLine } from '../verifying/differences-file.ts';

/** A record of the plan. */
export interface ViewedRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly place: number;
  readonly record: Row;
  readonly file: string;
  readonly line: number;
}

/** A conversation with the names of its group or its two users. */
export interface ViewedConversation {
  readonly conversation: number;
  readonly title: string;
  readonly isGroup: boolean;
  readonly messages: number;
  /** UNIX seconds; 0: its messages have no times. */
  readonly lastAt: number;
  readonly last: ViewedRecord;
}

/** The ledger's state of a record that is shown in a list. */
export interface RecordState {
  readonly outcome: Outcome | 'pending';
  /** The code of a record that failed or was skipped. */
  readonly code: string | undefined;
}

/** Batches that are kept in memory while a page is made. */
const KEPT = 512;
/** Differences of one record that are read. */
const DIFFERENCES = 128;

/** Reads the files of a job for one page. Opens no transaction that outlives a call. */
export class JobReader implements Disposable {
  readonly job: JobFolder;
  readonly plan: Plan;
  /** Absent while the index is made. */
  readonly index: JobIndex | undefined;
  readonly #batches = new Map<number, Batch>();
  readonly #names = new Map<string, string>();

  /** @throws {PlanError} */
  constructor(job: JobFolder) {
    this.job = job;
    this.plan = openPlan(job.plan);
    this.index = openIndex(job, this.plan);
  }

  /** What an index would be made from now. */
  get madeFrom(): string {
    return JSON.stringify(madeFrom(this.job, this.plan));
  }

  record(place: number): ViewedRecord {
    const { seq, position } = batchOf(place);
    const batch = this.#batch(seq);
    const { id, wire } = entryOf(batch, position);
    const { file, line } = batch.origins[position]!;
    return { kind: batch.kind, id, place, record: recordOfEntry(wire), file, line };
  }

  find(kind: Kind, id: string): ViewedRecord | undefined {
    return this.index
      ?.places(kind, id)
      .map((place) => this.record(place))
      .find((found) => found.id === id);
  }

  /** Records of any kind with this id. */
  withId(id: string): ViewedRecord[] {
    const places = this.index?.placesOfAnyKind(id) ?? [];
    return places.map((place) => this.record(place)).filter((found) => found.id === id);
  }

  /** The name of a user or a group; its id when it has none, or is not in the plan. */
  nameOf(kind: 'users' | 'groups', id: string): string {
    const key = `${kind}:${id}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const found = this.find(kind, id)?.record['name'];
    const name = typeof found === 'string' && found !== '' ? found : id;
    this.#names.set(key, name);
    return name;
  }

  conversations(
    order: ConversationOrder,
    limit: number,
    after?: readonly [number, number],
  ): ViewedConversation[] {
    return (this.index?.conversations(order, limit, after) ?? []).map((each) => this.#viewed(each));
  }

  conversationsOf(id: string, limit: number): ViewedConversation[] {
    return (this.index?.conversationsOf(id, limit) ?? []).map((each) => this.#viewed(each));
  }

  conversation(conversation: number): ViewedConversation | undefined {
    const found = this.index?.conversation(conversation);
    return found === undefined ? undefined : this.#viewed(found);
  }

  /** Messages of a conversation with their numbers in it. */
  messages(
    conversation: number,
    from: number,
    limit: number,
  ): (ViewedRecord & { readonly n: number; readonly at: number })[] {
    const found = this.index?.messages(conversation, from, limit) ?? [];
    return found.map(({ n, at, place }) => ({ n, at, ...this.record(place) }));
  }

  /** The ledger's states of these records, in the same order. */
  states(records: readonly ViewedRecord[]): RecordState[] {
    return readJob(this.job.plan, this.job.ledger, (_, ledger) =>
      records.map(({ place }) => {
        if (ledger === undefined) return { outcome: 'pending', code: undefined };
        const { seq, position } = batchOf(place);
        const { kind, lane } = this.#batch(seq);
        const { outcome, trouble } = recordStory(ledger, { seq, kind, lane }, position);
        return {
          outcome,
          code: outcome === 'failed' || outcome === 'skipped' ? trouble?.code : undefined,
        };
      }),
    );
  }

  rejects(lines: readonly IndexedLine[]): (Reject & { readonly row?: string })[] {
    return readLines(this.job.rejects, lines);
  }

  differences(lines: readonly IndexedLine[]): DifferenceLine[] {
    return readLines(this.job.differences, lines);
  }

  /** The differences of one record. */
  differencesOf({ kind, id }: Pick<ViewedRecord, 'kind' | 'id'>): DifferenceLine[] {
    return this.differences(this.index?.differencesOfId(id, DIFFERENCES) ?? []).filter(
      (line) => line.kind === kind && line.id === id,
    );
  }

  [Symbol.dispose](): void {
    this.index?.[Symbol.dispose]();
    this.plan.close();
  }

  #viewed({
    conversation,
    other,
    messages,
    last_at: lastAt,
    last_place: place,
  }: IndexedConversation): ViewedConversation {
    const last = this.record(place);
    const { sender, receiver } = last.record as { sender?: string; receiver?: string };
    const isGroup = other === 0;
    const title = isGroup
      ? this.nameOf('groups', receiver ?? '')
      : [sender ?? '', receiver ?? ''].map((id) => this.nameOf('users', id)).join(', ');
    return { conversation, title, isGroup, messages, lastAt, last };
  }

  #batch(seq: number): Batch {
    const known = this.#batches.get(seq);
    if (known !== undefined) return known;
    const batch = this.plan.batch(seq);
    if (this.#batches.size >= KEPT) this.#batches.clear();
    this.#batches.set(seq, batch);
    return batch;
  }
}

/** The kind with this name. */
export function kindNamed(name: string): Kind | undefined {
  return kindsInOrder.find((kind) => kind === name);
}
