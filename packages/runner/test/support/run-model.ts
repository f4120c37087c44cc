import { type Kind, kindsInOrder, type Row } from '@chatferry/contract';
import { expect } from 'vitest';
import {
  checkLedger,
  failedRecords,
  type Ledger,
  type RetryCounts,
  type RunEvent,
  type RunOptions,
  type RunResult,
  runStatus,
} from '../../src/index.ts';
import { LedgerFacts, type PlannedPlace, placesOf, type RecordFacts } from './ledger-facts.ts';
import type { Rows } from './make-plan.ts';
import type { Rig } from './rig.ts';
import { recordsOf, type Word, wordsOf } from './wire-words.ts';
import { WireTap, type WireRequest } from './wire-tap.ts';

/** What was found, and what should have been. */
export type Claim = readonly [found: unknown, expected: unknown];

/** A record that the app held before the job. */
export type Before = 'same' | 'different';

interface Sent {
  readonly word: Word;
  readonly request: WireRequest;
}

/**
 * What a ledger must hold after each run, worked out from the plan, from what the ledger held before the run, and from what
 * passed over the wire: none of it by code of the runner.
 */
export class RunModel implements Disposable {
  readonly tap: WireTap;
  readonly #rig: Rig;
  readonly #rows: Rows;
  readonly #before: ReadonlyMap<string, Before>;
  readonly #places: Map<string, PlannedPlace>;
  #start = new Map<string, RecordFacts>();
  #from = 0;
  readonly #skipped = new Set<string>();
  /** The first request of each run. */
  readonly #runs: number[] = [];
  #requestsBefore = 0;

  /** @param before by `kind:id` */
  constructor(rig: Rig, rows: Rows, before: ReadonlyMap<string, Before>) {
    this.#rig = rig;
    this.#rows = rows;
    this.#before = before;
    this.#places = placesOf(rig.plan);
    this.tap = new WireTap(rig.service.port, rig.clock);
    this.tap.onSend = (request) => this.#expectIntent(request);
  }

  /** Call before each run. */
  begin(): void {
    using ledger = this.#ledger();
    this.#start = new Map(
      [...this.#places].map(([key, place]) => [key, ledger.of(place)] as const),
    );
    this.#requestsBefore = ledger.number('SELECT coalesce(sum(attempts), 0) AS n FROM batches');
    this.#from = this.tap.requests.length;
    this.#runs.push(this.#from);
  }

  /** The requests of this run. */
  get requests(): readonly WireRequest[] {
    return this.tap.requests.slice(this.#from);
  }

  /** What must hold however a run ended. */
  sound(): Claim[] {
    const contradictions = checkLedger(this.#rig.plan.path, this.#rig.ledgerPath);
    using ledger = this.#ledger();
    const sent = this.#sent();
    const wrong: unknown[] = [];
    for (const [key, place] of this.#places) {
      const { mark, state } = ledger.of(place);
      const final = this.#marksAfter(key, sent, ledger);
      // Settled later, compared later.
      const compared = final.join('');
      const marks = [
        ...final,
        'u',
        ...(/[ed]/.test(compared) ? ['p'] : []),
        ...(/[oqd]/.test(compared) ? ['m'] : []),
      ];
      if (mark === 's') this.#skipped.add(place.id);
      // A batch that was announced and of which the run sent nothing any more.
      const isIdle =
        !sent.has(key) &&
        (mark === this.#start.get(key)!.mark ||
          mark === 'u' ||
          // Reactivated, or about to be.
          (mark === 'r' && place.kind === 'deactivations'));
      if (isIdle || (state !== 'none' && marks.includes(mark))) continue;
      if (!sent.has(key) && marks.includes(mark)) continue;
      wrong.push({ key, mark, state, marks, words: sent.get(key)?.map(({ word }) => word) });
    }
    return [
      [contradictions, []],
      [wrong, []],
    ];
  }

  /** What must hold when the run has sent all that there was to send. */
  complete(result: RunResult, events: readonly RunEvent[]): Claim[] {
    using ledger = this.#ledger();
    const sent = this.#sent();
    const wrong: unknown[] = [];
    const errors: unknown[] = [];
    const changes = new Map<string, number>();
    const counts = emptyCounts();
    for (const [key, place] of this.#places) {
      const { mark, state, outcome } = ledger.of(place);
      const marks = this.#marksAfter(key, sent, ledger);
      if (state !== 'settled' || !marks.includes(mark))
        wrong.push({ key, mark, state, marks, words: sent.get(key)?.map(({ word }) => word) });
      count(counts[place.kind], mark);
      const why = this.#why(key, mark, sent, ledger);
      if (why !== undefined) {
        const { kind, id, file, line } = place;
        errors.push({ kind, id, ...why, file, line });
        if (
          outcome?.outcome !== why.outcome ||
          (outcome.cause ?? undefined) !== this.#cause(key, mark, ledger)
        )
          wrong.push({ key, outcome, cause: this.#cause(key, mark, ledger) });
      }
      const { mark: markBefore, state: stateBefore, outcome: earlier } = this.#start.get(key)!;
      const wasOpen =
        ['.', 'r'].includes(markBefore) || (markBefore === 'u' && stateBefore !== 'settled');
      const now = outcomeOf(mark);
      if (wasOpen && earlier !== undefined && earlier.outcome !== now) {
        const change = `${place.kind} ${earlier.outcome} ${now}`;
        changes.set(change, (changes.get(change) ?? 0) + 1);
      }
    }
    const found = this.#rig.withLedger((read) => [...failedRecords(read)]);
    const status = runStatus(this.#rig.plan.path, this.#rig.ledgerPath);
    const writes = this.requests.filter(
      (request) => recordsOf(request) !== undefined && !this.#provesRole(request),
    ).length;
    return [
      [wrong, []],
      [
        found.map(({ kind, id, outcome, code, message, attempts, file, line }) => ({
          kind,
          id,
          outcome,
          code,
          message,
          attempts,
          file,
          line,
        })),
        errors.toSorted((one, other) => this.#order(one) - this.#order(other)),
      ],
      [
        Object.fromEntries(
          result.changes.map(({ kind, from, to, records }) => [`${kind} ${from} ${to}`, records]),
        ),
        Object.fromEntries(changes),
      ],
      [result.counts, counts],
      [events.at(-1), { type: 'finished', counts }],
      [kindsInOrder.map((kind) => countsIn(status.kinds[kind])), Object.values(counts)],
      [status.requests - this.#requestsBefore, writes],
      [result.requests, this.requests.length],
    ];
  }

  /** Whether a role is sent once more after an answer of success: its refusal proves whose the role is. It is no attempt. */
  #provesRole({ number, path, body }: WireRequest): boolean {
    return this.requests.some(
      (before) =>
        path === '/roles' &&
        before.path === path &&
        before.number < number &&
        before.body['role'] === body['role'] &&
        before.status === 200 &&
        before.answer !== undefined,
    );
  }

  /** Retries: exactly the records without success are counted, and what may be there stays known. */
  retried(retry: (ledger: Ledger) => RetryCounts): Claim[] {
    const expected: Record<string, number> = {};
    const marks = new Map<PlannedPlace, string>();
    {
      using ledger = this.#ledger();
      for (const place of this.#places.values()) {
        const { mark, outcome } = ledger.of(place);
        marks.set(place, mark);
        if (outcome === undefined || !/failed|skipped|unresolved/.test(outcome.outcome)) continue;
        const group = `${place.kind} ${outcome.outcome}`;
        expected[group] = (expected[group] ?? 0) + 1;
        const mayBeThere = 'ur'.includes(mark) || outcome.may_have_landed === 1;
        marks.set(place, mayBeThere ? 'r' : '.');
      }
    }
    const counted = Object.entries(this.#rig.withLedger(retry)).flatMap(([kind, counts]) =>
      Object.entries(counts).flatMap(([outcome, records]: [string, number]) =>
        records === 0 ? [] : [[`${kind} ${outcome}`, records]],
      ),
    );
    using after = this.#ledger();
    return [
      [Object.fromEntries(counted), expected],
      [[...marks.keys()].map((place) => after.of(place).mark), [...marks.values()]],
    ];
  }

  /** Messages that the service refused or the run skipped at least once: newer ones may be stored before them. */
  get refused(): ReadonlySet<string> {
    const refused = new Set(this.#skipped);
    const omitted = new Set<string>();
    for (const request of this.tap.requests) {
      const { kind, ids } = recordsOf(request) ?? { kind: 'users' as Kind, ids: [] };
      if (kind !== 'messages') continue;
      const words = wordsOf(request, kind, ids);
      const isOfRecords = request.status === 200;
      for (const [index, id] of ids.entries()) {
        const { mark } = words[index]!;
        if (['f', 'wait'].includes(mark) && (isOfRecords || ids.length === 1)) refused.add(id);
        if (mark === 'u' && isOfRecords) omitted.add(id);
        // The service stores what it omits from an answer, unless it refused it.
        if (mark === 'c' && omitted.has(id)) refused.add(id);
      }
    }
    return refused;
  }

  /** Users and groups that were sent although the preflight finds them; one alone may be a probe. */
  get sentInVain(): string[] {
    return this.tap.requests.flatMap((request) => {
      const { kind, ids } = recordsOf(request) ?? { kind: 'messages' as Kind, ids: [] };
      const held = ids.filter((id) => this.#before.has(`${kind}:${id}`));
      return isFoundFirst(kind) && ids.length > 1 ? held : [];
    });
  }

  /** Requests that left sooner than the quota or a 429 allows. @param steady whether no clock was changed */
  hurried(
    { requestsPerMinute, sharedQuota }: Pick<RunOptions, 'requestsPerMinute' | 'sharedQuota'>,
    steady: boolean,
  ): string[] {
    const hurried: string[] = [];
    const lastOf = new Map<string, number>();
    for (const { path, sentAt } of this.tap.requests) {
      if (!path.startsWith('/data_import/') || requestsPerMinute === 'unlimited' || !steady)
        continue;
      const quota = sharedQuota ? 'all' : path;
      const gapMs = sentAt - (lastOf.get(quota) ?? -Infinity);
      if (gapMs < 60_000 / (requestsPerMinute as number)) hurried.push(`${path} after ${gapMs} ms`);
      lastOf.set(quota, sentAt);
    }
    for (const { number, status, answeredAt, answer, headers, path } of this.tap.requests) {
      if (status !== 429) continue;
      const text = (answer!['error'] as Row)['message'] as string;
      const isStated =
        'retry-after' in headers || 'x-rate-limit-reset' in headers || /after \d/.test(text);
      const until = answeredAt! + (isStated ? 30_000 : 500);
      // A run does not know what an earlier one was asked.
      const end = this.#runs.find((first) => first > number) ?? Infinity;
      const within = this.tap.requests.filter(
        (other) =>
          other.number > number &&
          other.number < end &&
          other.sentAt > answeredAt! &&
          other.sentAt < until &&
          recordsOf(other) !== undefined,
      );
      if (recordsOf(this.tap.requests[number]!) !== undefined && within.length > 0)
        hurried.push(`${within.length} requests in the wait after ${path}`);
    }
    return hurried;
  }

  [Symbol.dispose](): void {
    this.tap[Symbol.dispose]();
  }

  #ledger(): LedgerFacts {
    this.#rig.withLedger(() => {});
    return new LedgerFacts(this.#rig.ledgerPath);
  }

  /** A record is in the ledger as sent before its request leaves; one that landed may leave again to probe the service. */
  #expectIntent(request: WireRequest): void {
    const records = recordsOf(request);
    if (records === undefined) return;
    using ledger = new LedgerFacts(this.#rig.ledgerPath);
    const { kind, ids } = records;
    const marks = ids.map((id) => ledger.of(this.#places.get(`${kind}:${id}`)!).mark).join('');
    if (!/^u+$|^[copesdmq]$/.test(marks))
      this.unannounced.push(`${request.path} ${ids.join()}: ${marks}`);
  }

  /** Requests that left before the ledger had their records. */
  readonly unannounced: string[] = [];

  /** For each record the requests of this run that held it, without those that probed whether the service works. */
  #sent(): Map<string, Sent[]> {
    const sent = new Map<string, Sent[]>();
    for (const request of this.requests) {
      const { kind, ids } = recordsOf(request) ?? { kind: 'users' as Kind, ids: [] };
      const words = wordsOf(request, kind, ids);
      for (const [index, id] of ids.entries()) {
        const key = `${kind}:${id}`;
        const earlier = sent.get(key) ?? [];
        const isProbe =
          ids.length === 1 &&
          (/[copedmq]/.test(this.#startMark(key)) ||
            earlier.some(({ word }) => isFinal(word)) ||
            (isFoundFirst(kind) && this.#before.has(key)));
        if (!isProbe) sent.set(key, [...earlier, { word: words[index]!, request }]);
      }
    }
    return sent;
  }

  /** The mark with which this run begins to send a record; those reactivated are to be sent again. */
  #startMark(key: string): string {
    const { mark } = this.#start.get(key)!;
    const { kind, id } = this.#places.get(key)!;
    if (kind !== 'deactivations' || mark === '.') return mark;
    const isReactivated = this.requests.some(
      ({ body }) => Array.isArray(body['uidsToActivate']) && body['uidsToActivate'].includes(id),
    );
    return isReactivated ? 'r' : mark;
  }

  /** The marks that a record may have when the run has settled it. */
  #marksAfter(
    key: string,
    sent: ReadonlyMap<string, readonly Sent[]>,
    ledger: LedgerFacts,
  ): string[] {
    const start = this.#startMark(key);
    const before = this.#before.get(key);
    const heldBefore = before === 'different' ? 'd' : 'e';
    const ifSame = this.#isProvable(key) ? 'o' : 'q';
    const maybeOwn = before === 'different' ? 'd' : ifSame;
    const requests = sent.get(key);
    if (requests === undefined) {
      const isSettled = this.#start.get(key)!.state === 'settled' || start !== 'u';
      if (isSettled && !'.r'.includes(start))
        return [start === 'p' ? heldBefore : start === 'm' ? maybeOwn : start];
      if (this.#blockedBy(key, ledger) !== undefined) return ['s'];
      // The preflight finds it, or a look-up does.
      return before === undefined ? [ifSame] : [heldBefore];
    }
    const { word } = requests.at(-1)!;
    if (word.mark !== 'exists')
      return word.mark !== 'c' && this.#isReadAgain(key, requests)
        ? [word.mark, ifSame]
        : [word.mark];
    const mayHaveLanded =
      ['u', 'r'].includes(start) || requests.slice(0, -1).some((each) => this.#leftOpen(each));
    return [mayHaveLanded ? maybeOwn : heldBefore];
  }

  /** Whether a record that is there as planned, after a lost answer, is proved to be the job's: by its message id, or its date. */
  #isProvable(key: string): boolean {
    const { kind, file, line } = this.#places.get(key)!;
    if (kind === 'messages') return true;
    const field = { users: 'createdAt', groups: 'createdAt', members: 'joinedAt' }[kind as string];
    const rows = this.#rows[file.replace('.ndjson', '') as Kind]!;
    return field !== undefined && rows[line - 1]![field] !== undefined;
  }

  /** Whether a request that did not settle a record may have stored it. */
  #leftOpen({ word, request }: Sent): boolean {
    if (word.mayHaveLanded) return true;
    if (word.mark !== 'wait' || request.status === 429) return false;
    // The rest of the same answer says that the request was handled.
    const { kind, ids } = recordsOf(request)!;
    return wordsOf(request, kind, ids).some(({ mark }) => mark !== 'wait');
  }

  /** Some kinds have no code for a record that exists: it is read before each request. */
  #isReadAgain(key: string, requests: readonly Sent[]): boolean {
    const { kind, id } = this.#places.get(key)!;
    const last = requests.at(-1)!.request.number;
    const readBy: Partial<Record<Kind, string>> = {
      roles: `/roles/${id}`,
      descriptions: `/groups/${id}`,
      blocks: `/users/${id.split('_blocks_')[0]}/blockedusers`,
    };
    return this.requests.some(
      ({ number, method, path, status }) =>
        number > last && method === 'GET' && path === readBy[kind] && status === 200,
    );
  }

  /** The first record that this one needs and that did not land. */
  #lostNeed(key: string, ledger: LedgerFacts): string | undefined {
    const { kind, id, file, line } = this.#places.get(key)!;
    const row = this.#rows[file.replace('.ndjson', '') as Kind]![line - 1]!;
    return needsOf(kind, id, row).find((need) => {
      const place = this.#places.get(need);
      return place !== undefined && 'fs'.includes(ledger.of(place).mark);
    });
  }

  /** What would be changed by a follow-up, and is in the app with other content. */
  #otherRecord(key: string, ledger: LedgerFacts): string | undefined {
    const { kind, id, file, line } = this.#places.get(key)!;
    if (!/^(descriptions|friends|blocks|deactivations)$/.test(kind)) return undefined;
    const row = this.#rows[file.replace('.ndjson', '') as Kind]![line - 1]!;
    return needsOf(kind, id, row).find((need) =>
      'dpm'.includes(ledger.of(this.#places.get(need)!).mark),
    );
  }

  #blockedBy(key: string, ledger: LedgerFacts): string | undefined {
    return this.#lostNeed(key, ledger) ?? this.#otherRecord(key, ledger);
  }

  #cause(key: string, mark: string, ledger: LedgerFacts): string | undefined {
    if (mark !== 's') return undefined;
    const need = this.#lostNeed(key, ledger);
    if (need === undefined) return this.#otherRecord(key, ledger);
    const { mark: markOfNeed } = ledger.of(this.#places.get(need)!);
    return markOfNeed === 'f' ? need : this.#cause(need, markOfNeed, ledger);
  }

  /** What the error log must say of a record. */
  #why(
    key: string,
    mark: string,
    sent: ReadonlyMap<string, readonly Sent[]>,
    ledger: LedgerFacts,
  ): { outcome: string; code: unknown; message: unknown; attempts: unknown } | undefined {
    if (!'fsu'.includes(mark)) return undefined;
    if (mark === 's') {
      const cause = this.#cause(key, mark, ledger)!;
      const isLost = this.#lostNeed(key, ledger) !== undefined;
      const code = isLost ? 'NEEDS_OTHER_RECORD' : 'OF_OTHER_RECORD';
      const verb = isLost ? 'failed with' : 'differs in';
      const message: unknown = expect.stringMatching(new RegExp(`^${cause} ${verb} `));
      return { outcome: 'skipped', code, message, attempts: 0 };
    }
    const outcome = mark === 'f' ? 'failed' : 'unresolved';
    const requests = sent.get(key);
    const start = this.#start.get(key)!;
    if (requests === undefined) {
      const { code, message, attempts } = start.outcome!;
      return { outcome, code, message, attempts };
    }
    const { word, request } = requests.at(-1)!;
    return {
      outcome,
      // Without a code of the service, it is a name for what came.
      code:
        word.code ??
        expect.stringMatching(/^(unreachable|timeout|unreadable|UNREADABLE|HTTP \d+)$/),
      message: word.message ?? expect.any(String),
      attempts:
        start.attempts +
        requests.filter(({ request: { number } }) => number <= request.number).length,
    };
  }

  #order(error: unknown): number {
    const { kind, id } = error as PlannedPlace;
    const { seq, position } = this.#places.get(`${kind}:${id}`)!;
    return seq * 1000 + position;
  }
}

/** Whether the preflight compares all records of a kind with the app, and none of those found is sent. */
function isFoundFirst(kind: Kind): boolean {
  return kind === 'roles' || kind === 'users' || kind === 'groups';
}

/** Whether the record is settled by this, so that a later request with it alone is a probe. */
function isFinal({ mark }: Word): boolean {
  return mark === 'c' || mark === 'exists';
}

function needsOf(kind: Kind, id: string, row: Row): string[] {
  const all = (to: Kind, ...fields: string[]): string[] =>
    fields
      .filter((field) => row[field] !== undefined)
      .map((field) => `${to}:${row[field] as string}`);
  if (kind === 'users') return all('roles', 'role');
  if (kind === 'groups') return all('users', 'owner');
  if (kind === 'members') return [...all('groups', 'guid'), ...all('users', 'uid')];
  if (kind === 'descriptions') return [`groups:${id}`];
  if (kind === 'deactivations') return [`users:${id}`];
  if (kind === 'friends') return id.split('_friend_').map((uid) => `users:${uid}`);
  if (kind === 'blocks') return all('users', 'uid', 'blocked');
  if (kind !== 'messages') return [];
  return row['receiverType'] === 'group'
    ? [...all('groups', 'receiver'), ...all('users', 'sender')]
    : all('users', 'sender', 'receiver');
}

const names: Readonly<Record<string, string>> = {
  c: 'created',
  f: 'failed',
  s: 'skipped',
  u: 'unresolved',
};

function outcomeOf(mark: string): string {
  return names[mark] ?? 'present';
}

type Counts = Record<
  | 'created'
  | 'present'
  | 'presentByThisJob'
  | 'presentSame'
  | 'presentDifferent'
  | 'failed'
  | 'skipped'
  | 'unresolved'
  | 'pending',
  number
>;

const nothing: Counts = {
  created: 0,
  present: 0,
  presentByThisJob: 0,
  presentSame: 0,
  presentDifferent: 0,
  failed: 0,
  skipped: 0,
  unresolved: 0,
  pending: 0,
};

function emptyCounts(): Record<Kind, Counts> {
  return Object.fromEntries(kindsInOrder.map((kind) => [kind, { ...nothing }])) as Record<
    Kind,
    Counts
  >;
}

function countsIn(status: Counts): Counts {
  const all = Object.keys(nothing) as (keyof Counts)[];
  return Object.fromEntries(all.map((name) => [name, status[name]])) as Counts;
}

function count(counts: Counts, mark: string): void {
  counts[outcomeOf(mark) as keyof Counts]++;
  if (mark === 'o') counts.presentByThisJob++;
  if (mark === 'e' || mark === 'q') counts.presentSame++;
  if (mark === 'd') counts.presentDifferent++;
}
