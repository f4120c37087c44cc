import { comparableOf, type Kind } from '@chatferry/contract';
import { compareKind } from '../comparing/compare-kind.ts';
import { isProved } from '../comparing/proof.ts';
import type { ComparedRecord } from '../comparing/record-comparison.ts';
import type { BatchEntry, BatchMarks, RecordOutcome } from '../ledger/batch-entry.ts';
import type { Mark } from '../ledger/marks.ts';
import { NOT_SHOWN, notCompared } from '../terms/outcome.ts';
import type { StepPorts } from '../sending/step-ports.ts';
import type { Trouble } from '../terms/trouble.ts';
import { differingFields, differingText } from '../comparing/differing-text.ts';

/** Records that are present and not compared yet. */
const toCompare: ReadonlySet<Mark> = new Set(['p', 'm']);

/** Batches whose results share a transaction. */
const BATCHES_AT_ONCE = 100;

/**
 * Compares records of a kind that the service reported as existing with the plan. For records that an earlier request may have
 * stored, this shows which of them are proved to be the job's. A record that no list of the service shows stays uncompared.
 */
export async function comparePresent(kind: Kind, ports: StepPorts): Promise<void> {
  const { ledger, plan, app, settings, stopController, emit } = ports;
  if (notCompared((await ledger.counts())[kind]) === 0) return;
  const results = new PresentResults(kind, ports);
  await compareKind({
    client: app.reader,
    plan,
    kind,
    route: settings.routes[kind],
    spool: settings.spool,
    signal: stopController.finishing,
    select: async ({ seq }) => {
      const { marks } = (await ledger.batch(seq)) ?? { marks: '' };
      return (position) => toCompare.has(marks[position] as Mark);
    },
    onResult: (result) => results.add(result),
  });
  await results.finish();
  emit({ type: 'kind-compared', kind, counts: (await ledger.counts())[kind] });
}

const notShown: Trouble = { code: NOT_SHOWN, message: 'is in no list of the app' };

type ResultPorts = Pick<StepPorts, 'plan' | 'ledger' | 'clock' | 'settings'>;

/** Writes the results of a comparison into the ledger, some batches at a time. */
class PresentResults {
  readonly #kind: Kind;
  readonly #ports: ResultPorts;
  #found: ComparedRecord[] = [];
  #entries: BatchEntry[] = [];

  constructor(kind: Kind, ports: ResultPorts) {
    this.#kind = kind;
    this.#ports = ports;
  }

  /** Resolves when a full set of batches is written. */
  async add(result: ComparedRecord): Promise<void> {
    if (this.#found.length > 0 && this.#found[0]!.planned.seq !== result.planned.seq)
      await this.#endBatch();
    this.#found.push(result);
  }

  async finish(): Promise<void> {
    if (this.#found.length > 0) await this.#endBatch();
    await this.#write();
  }

  async #endBatch(): Promise<void> {
    const { plan, ledger, clock } = this.#ports;
    const { seq } = this.#found[0]!.planned;
    const { lane, begunAt, ...before } = (await ledger.batch(seq))!;
    const marks = before.marks.split('') as Mark[];
    const outcomes: RecordOutcome[] = [];
    for (const result of this.#found) {
      const { id, position } = result.planned;
      const mayHaveLanded = marks[position] === 'm';
      const isShown = result.is !== 'missing' && result.is !== 'hidden';
      if (isShown) marks[position] = this.#markOf(result, mayHaveLanded, begunAt);
      if (isShown && marks[position] !== 'd') continue;
      const why = isShown ? differingText(differingFields(result.differences)) : notShown;
      outcomes.push({ position, id, outcome: 'present', ...why, attempts: 0, mayHaveLanded });
    }
    const after: BatchMarks = { ...before, marks: marks.join('') };
    const origins = outcomes.length === 0 ? [] : plan.batch(seq).origins;
    const batch = { seq, kind: this.#kind, lane, origins };
    this.#entries.push({ batch, before, after, outcomes, troubles: [], at: clock.now() });
    this.#found = [];
    if (this.#entries.length === BATCHES_AT_ONCE) await this.#write();
  }

  /** @param begunAt the job made no request for the record before this time */
  #markOf(
    { planned, copies, differences }: ComparedRecord,
    mayBeOwn: boolean,
    begunAt: number,
  ): Mark {
    if (differences.length > 0) return 'd';
    if (!mayBeOwn) return 'e';
    const isSentByChat = this.#ports.settings.routes[this.#kind] === 'chat';
    const compared = comparableOf(this.#kind, planned.record(), { isSentByChat });
    // When there are two copies, other people may have stored one of them.
    return copies === 1 && isProved(this.#kind, compared, begunAt) ? 'o' : 'q';
  }

  async #write(): Promise<void> {
    const entries = this.#entries;
    this.#entries = [];
    await this.#ports.ledger.writeAll(entries);
  }
}
