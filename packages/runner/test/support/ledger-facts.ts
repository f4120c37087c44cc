import { DatabaseSync } from 'node:sqlite';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';

/** Where a record is in the plan, and where its row was. */
export interface PlannedPlace {
  readonly kind: Kind;
  readonly id: string;
  readonly seq: number;
  readonly position: number;
  readonly lane: number;
  readonly file: string;
  readonly line: number;
}

/** What the tables of a ledger hold about one record. */
export interface RecordFacts {
  /** `undefined`: nothing; the lane may be announced. */
  readonly mark: string;
  readonly state: 'open' | 'settled' | 'announced' | 'none';
  /** Of its batch. */
  readonly attempts: number;
  readonly outcome: OutcomeRow | undefined;
}

interface OutcomeRow {
  readonly outcome: string;
  readonly code: string;
  readonly message: string;
  readonly cause: string | null;
  readonly may_have_landed: number;
  readonly attempts: number;
  readonly file: string;
  readonly line: number;
}

/** Every record of a plan as `kind:id`, in the order of the plan, from the bodies of its batches. */
export function placesOf(plan: Plan): Map<string, PlannedPlace> {
  const places = new Map<string, PlannedPlace>();
  for (const kind of kindsInOrder)
    for (let lane = 0; lane < plan.lanes; lane++)
      for (const { seq, body, origins } of plan.batches(kind, lane)) {
        const records = (JSON.parse(Buffer.from(body).toString()) as Record<string, object>)[kind]!;
        for (const [position, id] of Object.keys(records).entries()) {
          const { file, line } = origins[position]!;
          places.set(`${kind}:${id}`, { kind, id, seq, position, lane, file, line });
        }
      }
  return places;
}

/** Reads what is committed, as another process would. */
export class LedgerFacts implements Disposable {
  readonly #db: DatabaseSync;

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { readOnly: true });
  }

  of({ kind, seq, position, lane }: PlannedPlace): RecordFacts {
    const batch = this.#db
      .prepare('SELECT state, marks, attempts FROM batches WHERE seq = ?')
      .get(seq);
    const outcome = this.#db
      .prepare('SELECT * FROM outcomes WHERE seq = ? AND position = ?')
      .get(seq, position) as unknown as OutcomeRow | undefined;
    if (batch !== undefined) {
      const { state, marks, attempts } = batch as never as {
        state: 'open';
        marks: string;
        attempts: number;
      };
      return { mark: marks[position]!, state, attempts, outcome };
    }
    const announced = this.#db
      .prepare('SELECT announced FROM lanes WHERE kind = ? AND lane = ?')
      .get(kind, lane)?.['announced'];
    const isAnnounced = ((announced as number | undefined) ?? 0) >= seq;
    return {
      mark: isAnnounced ? 'u' : '.',
      state: isAnnounced ? 'announced' : 'none',
      attempts: 0,
      outcome,
    };
  }

  /** The number that a query returns. */
  number(sql: string): number {
    return this.#db.prepare(sql).get()!['n'] as number;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
