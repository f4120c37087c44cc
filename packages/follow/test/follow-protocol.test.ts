import { expect, test } from 'vitest';

// A model of a follower: each order of the steps of writers, doorbell, spool, query, segment, run and service is visited, with kills of
// the follower between any two. `a` is a user, `b` a message whose sender is `a`; a content of 0 is: not there. Where no step is left, the
// app has to hold what the database holds.

type Id = 'a' | 'b';
type Contents = Record<Id, number>;

/** What is done in a segment about a record. `state` 0: planned, 1: its intent is on disk, 2: settled. */
interface Operation {
  readonly id: Id;
  readonly makes: 'create' | 'update' | 'remove';
  readonly content: number;
  state: number;
}

interface State {
  /** Commits of the script so far; the position of a change is its number. */
  commits: number;
  database: Contents;
  // Of the doorbell, which sends again what was not acknowledged.
  acknowledged: number;
  // In the memory of the follower.
  received: number;
  ringing: number[];
  taken: Partial<Record<Id, { readonly position: number; readonly content: number }>> | null;
  inFlight: number | null;
  answer: 'ok' | 'exists' | 'refused' | null;
  // On its disk.
  rung: Partial<Record<Id, number>>;
  spooled: number;
  segment: Operation[];
  known: Contents;
  // Of the service.
  app: Contents;
  requests: (Pick<Operation, 'id' | 'makes' | 'content'> & { readonly of: number })[];
  kills: number;
}

/** Rules of the follower, which a test switches off. */
const rules = {
  'acknowledge only what the spool has on disk': false,
  'clear a key only at the position that was read': false,
  'clear keys together with the segment': false,
  'plan a segment only when the one before is settled': false,
  'let a message wait for its sender': false,
  'let wait what the bulk has rejected for a missing sender': false,
};
type Rule = keyof typeof rules;

interface Model {
  /** What is committed, one after the other. */
  readonly script: readonly (readonly [Id, number])[];
  readonly start: Contents;
  readonly kills: number;
  readonly without?: Rule;
}

/** @returns the number of states, and whether an app in the end differs from its database */
function explore({ script, start, kills, without }: Model): { states: number; isWrong: boolean } {
  const keeps = (rule: Rule): boolean => rule !== without;
  const waits = keeps('let a message wait for its sender');
  const bulk = (['a', 'b'] as const).filter((id) => start[id] > 0 && (id === 'a' || start.a > 0));
  const heldByBulk =
    start.b > 0 &&
    start.a === 0 &&
    keeps('let wait what the bulk has rejected for a missing sender');
  const first: State = {
    commits: 0,
    database: { ...start },
    acknowledged: 0,
    received: 0,
    ringing: [],
    taken: null,
    inFlight: null,
    answer: null,
    rung: heldByBulk ? { b: 0 } : {},
    spooled: 0,
    segment: bulk.map((id) => ({ id, makes: 'create', content: start[id], state: 0 })),
    known: { a: 0, b: 0 },
    app: { a: 0, b: 0 },
    requests: [],
    kills: 0,
  };
  const seen = new Set<string>([JSON.stringify(first)]);
  const left: string[] = [...seen];
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    const state = JSON.parse(key) as State;
    let steps = 0;
    const step = (change: (next: State) => void, isKill = false): void => {
      if (!isKill) steps++;
      const next = copyOf(key);
      change(next);
      const text = JSON.stringify(next);
      if (seen.has(text)) return;
      seen.add(text);
      left.push(text);
    };
    const { segment } = state;

    if (state.commits < script.length)
      step((next) => {
        const [id, content] = script[next.commits++]!;
        next.database[id] = content;
      });
    if (state.received < state.commits) step((next) => next.ringing.push(next.received++));
    if (state.ringing.length > 0)
      step((next) => {
        for (const commit of next.ringing) {
          const [id] = script[commit]!;
          next.rung[id] = Math.max(commit, next.rung[id] ?? 0);
        }
        next.spooled = Math.max(next.spooled, next.received);
        next.ringing = [];
      });
    const upTo = keeps('acknowledge only what the spool has on disk')
      ? state.spooled
      : state.received;
    if (state.acknowledged < upTo) step((next) => (next.acknowledged = upTo));

    const mayPlan =
      segment.length === 0 ||
      (!keeps('plan a segment only when the one before is settled') && segment.length < 3);
    const isSealedWithKeys = keeps('clear keys together with the segment');
    if (mayPlan && state.taken === null && Object.keys(state.rung).length > 0)
      step((next) => {
        next.taken = {};
        for (const [id, position] of entriesOf(next.rung)) {
          next.taken[id] = { position, content: next.database[id] };
          if (!isSealedWithKeys) delete next.rung[id];
        }
      });
    if (state.taken !== null)
      step((next) => {
        const operations: Operation[] = [];
        const held = new Set<Id>();
        for (const id of ['a', 'b'] as const) {
          const content = next.taken![id]?.content;
          if (content === undefined) continue;
          const had = next.known[id];
          const hasSender =
            id === 'a' || next.known.a > 0 || operations.some(({ makes }) => makes === 'create');
          if (content > 0 && had === 0 && !hasSender && waits) held.add(id);
          else if (content > 0 && had === 0)
            operations.push({ id, makes: 'create', content, state: 0 });
          else if (content > 0 && had !== content)
            operations.push({ id, makes: 'update', content, state: 0 });
          else if (content === 0 && had > 0)
            operations.push({ id, makes: 'remove', content: 0, state: 0 });
        }
        for (const [id, { position }] of entriesOf(next.taken!)) {
          const isAsRead =
            !keeps('clear a key only at the position that was read') || next.rung[id] === position;
          if (held.has(id)) next.rung[id] ??= position;
          else if (isSealedWithKeys && isAsRead) delete next.rung[id];
        }
        next.segment = [...next.segment, ...operations];
        next.taken = null;
      });

    const open = segment.findIndex((each) => each.state < 2);
    if (open >= 0 && state.inFlight === null)
      step((next) => {
        if (segment[open]!.state === 0) next.segment[open]!.state = 1;
        else {
          const { id, makes, content } = segment[open]!;
          next.inFlight = open;
          next.requests.push({ id, makes, content, of: open });
        }
      });
    if (open >= 0 && state.inFlight === open && state.requests.length === 0)
      step((next) => {
        const { id, content } = next.segment[open]!;
        next.segment[open]!.state = 2;
        next.inFlight = null;
        if (next.answer !== 'refused') next.known[id] = content;
        next.answer = null;
        if (next.segment.every((each) => each.state === 2)) next.segment = [];
      });
    if (state.requests.length > 0)
      step((next) => {
        next.answer = handle(next.app, next.requests.pop()!);
      });

    if (state.kills < kills) {
      const kill = (next: State): void => {
        next.kills++;
        Object.assign(next, {
          received: next.acknowledged,
          ringing: [],
          taken: null,
          inFlight: null,
          answer: null,
        });
      };
      // The request in flight reaches the service before the next start, or never.
      step((next) => {
        for (const request of next.requests.splice(0)) handle(next.app, request);
        kill(next);
      }, true);
      if (state.requests.length > 0)
        step((next) => {
          next.requests = [];
          kill(next);
        }, true);
    }
    const { app, database } = state;
    const should = { a: database.a, b: database.a === 0 && waits ? 0 : database.b };
    // Whoever deletes the sender first has the message deleted, too: no script leaves it.
    if (steps === 0 && (app.a !== should.a || app.b !== should.b))
      return { states: seen.size, isWrong: true };
  }
  return { states: seen.size, isWrong: false };
}

function copyOf(text: string): State {
  return JSON.parse(text) as State;
}

/** What the service does with a request. */
function handle(app: Contents, { id, makes, content }: State['requests'][number]): State['answer'] {
  if (makes === 'create' && app[id] > 0) return 'exists';
  if (makes === 'create' && id === 'b' && app.a === 0) return 'refused';
  if (makes === 'update' && app[id] === 0) return 'refused';
  app[id] = content;
  return 'ok';
}

function entriesOf<Value>(of: Partial<Record<Id, Value>>): [Id, Value][] {
  return Object.entries(of) as [Id, Value][];
}

const scripts: readonly Omit<Model, 'kills' | 'without'>[] = [
  {
    script: [
      ['b', 1],
      ['a', 1],
      ['b', 2],
    ],
    start: { a: 0, b: 0 },
  },
  {
    script: [
      ['a', 1],
      ['b', 1],
      ['b', 2],
      ['b', 0],
    ],
    start: { a: 0, b: 0 },
  },
  {
    script: [
      ['b', 2],
      ['a', 2],
      ['b', 3],
    ],
    start: { a: 1, b: 1 },
  },
  { script: [['a', 1]], start: { a: 0, b: 1 } },
];

test('after any order of steps and a kill at any moment, the app holds what the database holds', () => {
  const found = scripts.map((each) => explore({ ...each, kills: 1 }));

  expect(found.map(({ isWrong }) => isWrong)).toEqual(scripts.map(() => false));
  expect(found.reduce((sum, { states }) => sum + states, 0)).toBeGreaterThan(10_000);
});

test.each(Object.keys(rules) as Rule[])('without the rule "%s" a change is lost', (without) => {
  const found = scripts.map((each) => explore({ ...each, kills: 1, without }));

  expect(found.some(({ isWrong }) => isWrong)).toBe(true);
});
