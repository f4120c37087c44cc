import type { Clock } from '@chatferry/client';
import { Moment, type QuotaScope } from '@chatferry/runner';
import { Gathering } from '../store/gathering.ts';
import type { Store } from '../store/store.ts';
import { HOLD, RENEW, RESERVE } from './reserve-statement.ts';

/** The rate of a quota without a limit, in PostgreSQL. */
export const UNLIMITED = -1;

/** A request for slots of a quota. */
export interface Question {
  readonly job: number;
  /** The app and its host. */
  readonly app: string;
  readonly scope: QuotaScope;
  /** One of the lanes that the asker holds; all its lanes are lost at the same time. */
  readonly kind: string;
  readonly lane: number;
  readonly token: string;
  /** Requests a minute that the run asks for. */
  readonly asked: number;
  readonly slots: number;
}

/** Times are milliseconds from now. */
export interface Answer {
  readonly held: boolean;
  readonly running: boolean;
  readonly paused: boolean;
  /** The rate in force: the operator's rate, or the rate that the run asks for. */
  readonly rate: number;
  /** Milliseconds until the first slot; null: no slot was granted. */
  readonly wait: number | null;
  readonly next: number;
  readonly hold: number;
  /** Whether the server was restarted since. */
  readonly restarted: boolean;
}

interface Waiting {
  readonly question: Question;
  readonly resolve: (answered: Answered) => void;
  readonly reject: (error: unknown) => void;
}

/** An answer, with the time when its statement was sent. The store may have counted from any moment since then. */
interface Answered {
  readonly asked: Moment;
  readonly answer: Answer;
}

/** The quotas of all apps that a process sends to. Simultaneous questions of its shifts are one statement. */
export class SharedQuotas {
  readonly #store: Store;
  readonly #clock: Pick<Clock, 'now' | 'monotonicMs'>;
  readonly #questions: Gathering<Waiting>;

  constructor(store: Store, clock: Pick<Clock, 'now' | 'monotonicMs'>) {
    this.#store = store;
    this.#clock = clock;
    this.#questions = new Gathering(firstOfEachQuota, (group) => this.#answer(group));
  }

  /** @throws {LedgerError} `store-unreachable` when the server does not answer soon */
  ask(question: Question): Promise<Answered> {
    return new Promise((resolve, reject) => this.#questions.add({ question, resolve, reject }));
  }

  /** The service has asked to wait: nothing leaves for any quota of the app. Ignores an outage of the store. */
  hold(app: string, forMs: number): void {
    void this.#store.ask({ text: HOLD, values: [app, forMs] }).catch(() => {});
  }

  async #answer(group: readonly Waiting[]): Promise<void> {
    const asked = new Moment(this.#clock);
    try {
      const list = group.map(({ question }, n) => ({ n, ...question }));
      const answers = await this.#store.ask<Answer & { readonly n: number }>({
        name: 'reserve',
        text: RESERVE,
        values: [JSON.stringify(list)],
      });
      const byNumber = new Map(answers.map((answer) => [answer.n, answer]));
      await this.#renew(group.filter((_, n) => isOutdated(byNumber.get(n))));
      for (const [n, { resolve }] of group.entries())
        resolve({ asked, answer: byNumber.get(n) ?? NOT_HELD });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async #renew(outdated: readonly Waiting[]): Promise<void> {
    if (outdated.length === 0) return;
    const quotas = outdated.map(({ question: { app, scope } }) => ({ app, scope }));
    await this.#store.ask({ text: RENEW, values: [JSON.stringify(quotas)] });
  }
}

function isOutdated(answer: Answer | undefined): boolean {
  return answer?.restarted === true && answer.held;
}

/** The first question of each quota: one statement grants slots of a quota once. */
function firstOfEachQuota(waiting: readonly Waiting[]): readonly Waiting[] {
  const ofEach = new Map<string, Waiting>();
  for (const each of waiting) {
    const key = JSON.stringify([each.question.app, each.question.scope]);
    if (!ofEach.has(key)) ofEach.set(key, each);
  }
  return [...ofEach.values()];
}

/** The answer for a job that is no longer in the store. */
const NOT_HELD: Answer = {
  held: false,
  running: false,
  paused: false,
  rate: 0,
  wait: null,
  next: 0,
  hold: 0,
  restarted: false,
};
