/*
 * A model of how processes share one lane: everything that can happen, in every order. A process takes the lane over, records
 * the intent of a batch, sends it, and records its outcome. In between it may be killed or fall asleep at any point. Requests and statements
 * arrive whenever they like, also after the process that made them is gone; a statement whose answer is lost is made again.
 */

/** What keeps the promises. A test leaves out one at a time. */
export interface Safeguards {
  /** An intent is written only with the token of the lane. */
  readonly fenceIntent: boolean;
  /** An outcome is written only with the token of the lane. */
  readonly fenceOutcome: boolean;
  /** Token and write are one statement. Otherwise the token is checked before. */
  readonly oneStatement: boolean;
  /** A successor sends again what is announced and not settled. */
  readonly resendsAnnounced: boolean;
  /** A statement names how often the lane was written before. */
  readonly countsWrites: boolean;
}

export interface Limits {
  readonly batches: number;
  /** Times that the lane is taken over. */
  readonly takeovers: number;
  /** Requests that are in flight at the same time. */
  readonly requests: number;
  /** Whether the database may once lose its last commit. */
  readonly failover: boolean;
}

export type Violation =
  | 'lost'
  | 'reordered'
  | 'counted twice'
  | 'present without having been there';

interface Lane {
  readonly token: number;
  readonly writes: number;
  readonly announced: number;
  readonly settled: number;
  /** For each batch how its outcome was recorded: c created, o stored by this job, p was there before. */
  readonly outcomes: readonly string[];
}

interface Worker {
  readonly token: number;
  readonly at:
    | 'away'
    | 'ready'
    | 'checked'
    | 'announcing'
    | 'announced'
    | 'sent'
    | 'answered'
    | 'settling';
  readonly batch: number;
  /** Announced by others when it took the lane over. */
  readonly known: number;
  readonly writes: number;
  readonly sentBefore: boolean;
  readonly answer: 'created' | 'exists' | '';
}

/** A write that the database has not carried out yet. */
interface Statement {
  readonly worker: number;
  readonly what: 'intent' | 'outcome';
  readonly batch: number;
  readonly token: number;
  readonly writes: number;
  readonly mark: string;
}

interface State {
  /** Batches in the order in which the service has stored them. */
  readonly stored: readonly number[];
  readonly lane: Lane;
  /** The lane before its last commit. */
  readonly before: Lane;
  readonly workers: readonly Worker[];
  readonly requests: readonly { readonly worker: number; readonly batch: number }[];
  readonly statements: readonly Statement[];
  readonly takeovers: number;
  readonly failovers: number;
}

const away: Worker = {
  token: 0,
  at: 'away',
  batch: 0,
  known: 0,
  writes: 0,
  sentBefore: false,
  answer: '',
};

export interface Explored {
  readonly states: number;
  readonly violations: readonly Violation[];
}

/** Visits every state that can be reached. @param until ends at the first state in which this is violated */
export function explore(safeguards: Safeguards, limits: Limits, until?: Violation): Explored {
  const lane: Lane = {
    token: 0,
    writes: 0,
    announced: 0,
    settled: 0,
    outcomes: Array.from({ length: limits.batches }, () => ''),
  };
  const first: State = {
    stored: [],
    lane,
    before: lane,
    workers: [away, away],
    requests: [],
    statements: [],
    takeovers: 0,
    failovers: limits.failover ? 0 : 1,
  };
  const seen = new Set([keyOf(first)]);
  const violations = new Set<Violation>();
  let edge: State[] = [first];
  while (edge.length > 0) {
    if (until !== undefined && violations.has(until)) break;
    const next: State[] = [];
    for (const state of edge) {
      for (const violation of violationsIn(state)) violations.add(violation);
      for (const after of successors(state, safeguards, limits)) {
        const key = keyOf(after);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(after);
      }
    }
    edge = next;
  }
  return { states: seen.size, violations: [...violations].toSorted() };
}

function violationsIn({ stored, lane }: State): Violation[] {
  const found: Violation[] = [];
  if (stored.some((batch, index) => index > 0 && batch < stored[index - 1]!))
    found.push('reordered');
  if (lane.outcomes.some((marks, index) => marks !== '' && !stored.includes(index + 1)))
    found.push('lost');
  if (lane.outcomes.some((marks) => marks.length > 1)) found.push('counted twice');
  if (lane.outcomes.some((marks) => marks.includes('p')))
    found.push('present without having been there');
  return found;
}

function* successors(state: State, safeguards: Safeguards, limits: Limits): Generator<State> {
  for (const [index, worker] of state.workers.entries())
    yield* steps(state, index, worker, safeguards, limits);
  for (const [index, request] of state.requests.entries())
    yield arrived(state, request, without(state.requests, index));
  for (const [index, statement] of state.statements.entries())
    yield carriedOut(state, statement, without(state.statements, index), safeguards);
  if (state.failovers === 0) yield { ...state, lane: state.before, failovers: 1 };
}

/** What a process can do next. */
function* steps(
  state: State,
  index: number,
  worker: Worker,
  safeguards: Safeguards,
  limits: Limits,
): Generator<State> {
  const { lane, takeovers, requests, statements } = state;
  const become = (change: Partial<Worker>): State => ({
    ...state,
    workers: state.workers.with(index, { ...worker, ...change }),
  });
  if (worker.at === 'away') {
    if (takeovers === limits.takeovers) return;
    const token = takeovers + 1; // Never used again, also not by a database that has forgotten a commit.
    const resumeAfter = safeguards.resendsAnnounced
      ? lane.settled
      : Math.max(lane.settled, lane.announced);
    const taken = become({
      token,
      at: 'ready',
      batch: resumeAfter + 1,
      known: lane.announced,
      writes: lane.writes,
    });
    yield { ...taken, lane: { ...lane, token }, before: lane, takeovers: takeovers + 1 };
    return;
  }
  yield { ...state, workers: state.workers.with(index, away) };
  const { batch, known, token, writes, answer, sentBefore } = worker;
  const write = (what: Statement['what'], at: Worker['at'], mark = ''): State => ({
    ...become({ at }),
    statements: sorted([...statements, { worker: index, what, batch, token, writes, mark }]),
  });
  switch (worker.at) {
    case 'ready':
      if (batch > limits.batches) return;
      if (batch <= known) yield become({ at: 'announced' });
      else if (safeguards.oneStatement) yield write('intent', 'announcing');
      else if (lane.token === token) yield become({ at: 'checked' });
      return;
    case 'checked':
      yield write('intent', 'announcing');
      return;
    case 'announced':
      if (requests.length < limits.requests)
        yield {
          ...become({ at: 'sent' }),
          requests: sorted([...requests, { worker: index, batch }]),
        };
      return;
    case 'sent':
      yield become({ at: 'announced', sentBefore: true });
      return;
    case 'answered': {
      const mark = answer === 'created' ? 'c' : batch <= known || sentBefore ? 'o' : 'p';
      yield write('outcome', 'settling', mark);
      return;
    }
    case 'announcing':
    case 'settling': {
      // The answer is lost: the same statement once more.
      const mine = statements.filter((each) => each.worker === index && each.token === token);
      const what = worker.at === 'announcing' ? 'intent' : 'outcome';
      const mark = answer === 'created' ? 'c' : batch <= known || sentBefore ? 'o' : 'p';
      if (mine.length < 2) yield write(what, worker.at, what === 'intent' ? '' : mark);
    }
  }
}

/** The service stores a batch once. */
function arrived(
  state: State,
  { worker, batch }: State['requests'][number],
  requests: State['requests'],
): State {
  const exists = state.stored.includes(batch);
  const stored = exists ? state.stored : [...state.stored, batch];
  const waiting = state.workers[worker]!;
  const isWaiting = waiting.at === 'sent' && waiting.batch === batch;
  const answer = exists ? 'exists' : 'created';
  const workers = isWaiting
    ? state.workers.with(worker, { ...waiting, at: 'answered', answer })
    : state.workers;
  return { ...state, stored, requests, workers };
}

/** The database carries a statement out, or refuses it, and answers the process that still waits. */
function carriedOut(
  state: State,
  statement: Statement,
  statements: State['statements'],
  { fenceIntent, fenceOutcome, oneStatement, countsWrites }: Safeguards,
): State {
  const { lane } = state;
  const { what, batch, token, writes, mark } = statement;
  const isFenced = what === 'intent' ? fenceIntent && oneStatement : fenceOutcome;
  const holds = !isFenced || lane.token === token;
  const isFirst = !countsWrites || lane.writes === writes;
  const wasWritten = countsWrites && lane.writes === writes + 1;
  const written: Lane =
    what === 'intent'
      ? { ...lane, writes: lane.writes + 1, announced: Math.max(lane.announced, batch) }
      : {
          ...lane,
          writes: lane.writes + 1,
          settled: Math.max(lane.settled, batch),
          outcomes: lane.outcomes.with(batch - 1, lane.outcomes[batch - 1]! + mark),
        };
  const next: State =
    holds && isFirst
      ? { ...state, statements, lane: written, before: lane }
      : { ...state, statements };
  const worker = state.workers[statement.worker]!;
  const waitsFor =
    worker.at === 'announcing' ? 'intent' : worker.at === 'settling' ? 'outcome' : '';
  if (worker.token !== token || worker.batch !== batch || waitsFor !== what) return next;
  if (!holds || (!isFirst && !wasWritten))
    return { ...next, workers: next.workers.with(statement.worker, away) };
  const count = worker.writes + 1;
  const after: Worker =
    what === 'intent'
      ? { ...worker, at: 'announced', writes: count }
      : { ...worker, at: 'ready', batch: batch + 1, writes: count, sentBefore: false, answer: '' };
  return { ...next, workers: next.workers.with(statement.worker, after) };
}

function without<T>(all: readonly T[], index: number): readonly T[] {
  return all.filter((_, each) => each !== index);
}

/** Messages have no order: states that differ only in it are one. */
function sorted<T extends object>(all: readonly T[]): readonly T[] {
  return all.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

function textOf(part: object): string {
  return Object.values(part).join(' ');
}

function keyOf({ stored, lane, before, workers, requests, statements, ...rest }: State): string {
  const parts = [lane, before, ...workers, '|', ...requests, '|', ...statements, rest];
  return `${stored.join(' ')}|${parts.map((part) => (part === '|' ? part : textOf(part as object))).join('/')}`;
}
