import type { CutOverState } from '@chatferry/job/following';
import { expect, test } from 'vitest';
import { after, type CutOver, type CutOverStep, notBegun } from '../src/state/cut-over-state.ts';

// A model of a night: the process takes the steps of `after`, commands of the operator change who can write, and the process is killed
// between any two of these, and while a command runs. Each order is visited.

interface Night {
  readonly kept: CutOver;
  /** Whether people can write in the legacy system, and in the app. */
  readonly legacy: boolean;
  readonly app: boolean;
  /** Changes that the app does not have. */
  readonly missing: boolean;
  readonly wasCompared: boolean;
  /** Whether a transaction or a forgotten job may still write after the freeze. */
  readonly hasStraggler: boolean;
}

/** Rules of the process, which a test switches off. */
const rules = [
  'keep the state before a command runs',
  'look for changes once more after the freeze',
  'thaw nothing when the app may be open',
] as const;
type Rule = (typeof rules)[number];

/** What may happen next. A process that was killed continues with what is kept, so that a kill is no step of its own. */
function* nextOf(night: Night, without: Rule | undefined): Generator<Night> {
  const { kept, legacy, app } = night;
  const step = (taken: CutOverStep, changed: Partial<Night> = {}): Night => ({
    ...night,
    ...changed,
    kept: after(kept, taken, 0),
  });
  const thaws = function* (): Generator<Night> {
    yield step({ is: 'thawing', why: 'deadline' });
  };
  if (legacy) yield { ...night, missing: true, wasCompared: false };
  switch (kept.state) {
    case 'following':
      yield step({ is: 'armed' });
      return;
    case 'armed':
      yield step({ is: 'disarmed' });
      if (without === 'keep the state before a command runs') yield { ...night, legacy: false };
      yield step({ is: 'freezing' });
      return;
    case 'freezing':
      yield { ...night, legacy: false }; // The command has run, and the process was killed.
      yield step({ is: 'frozen' }, { legacy: false });
      yield step({ is: 'thawing', why: 'freeze-failed' }, { legacy: false });
      yield* thaws();
      return;
    case 'frozen':
      yield step({ is: 'drained' }, { missing: false });
      yield* thaws();
      return;
    case 'drained': {
      if (night.hasStraggler) yield { ...night, missing: true, hasStraggler: false };
      const hasChanged = night.missing && without !== 'look for changes once more after the freeze';
      yield step({ is: 'compared', hasChanged, isAsPlanned: true }, { wasCompared: true });
      yield step({ is: 'compared', hasChanged, isAsPlanned: false });
      yield* thaws();
      return;
    }
    case 'verified':
      yield step({ is: 'opening' });
      yield* thaws();
      return;
    case 'opening':
      yield { ...night, app: true };
      yield step({ is: 'opened' }, { app: true });
      if (without === 'thaw nothing when the app may be open')
        yield { ...night, kept: { ...kept, state: 'thawing' } };
      // The operator has made sure that the app is closed.
      if (!app) yield step({ is: 'thawing', why: 'aborted' });
      return;
    case 'thawing':
      yield { ...night, legacy: true };
      yield step({ is: 'thawed' }, { legacy: true });
      return;
    case 'open':
      yield step({ is: 'finished' });
  }
}

/** A description of what must not be; undefined for a night that is all right. */
function mistakeIn({ kept, legacy, app, missing, wasCompared }: Night): string | undefined {
  if (legacy && app) return 'people write in both';
  if (app && missing) return 'the app is open and lacks a change';
  if (app && !wasCompared) return 'the app is open and was not compared';
  if (app && !['opening', 'open'].includes(kept.state)) return 'the app is open, and nobody knows';
  if (!legacy && ['following', 'armed'].includes(kept.state))
    return 'the legacy system is closed, and nobody knows';
  return undefined;
}

function explore(without?: Rule): {
  states: number;
  mistakes: ReadonlySet<string>;
  ends: ReadonlySet<CutOverState>;
} {
  const first: Night = {
    kept: notBegun,
    legacy: true,
    app: false,
    missing: true,
    wasCompared: false,
    hasStraggler: true,
  };
  const seen = new Set([JSON.stringify(first)]);
  const open = [first];
  const mistakes = new Set<string>();
  const ends = new Set<CutOverState>();
  for (let night = open.pop(); night !== undefined; night = open.pop()) {
    const mistake = mistakeIn(night);
    if (mistake !== undefined) {
      mistakes.add(mistake);
      continue;
    }
    ends.add(night.kept.state);
    for (const next of nextOf(night, without)) {
      const name = JSON.stringify(next);
      if (!seen.has(name)) open.push(next);
      seen.add(name);
    }
  }
  return { states: seen.size, mistakes, ends };
}

test('people write in one place at most, and in the app only what was compared, whenever the process is killed', () => {
  const { states, mistakes, ends } = explore();

  expect([...mistakes]).toEqual([]);
  expect(ends.size).toBe(9);
  expect(states).toBeGreaterThan(50);
});

test.each(rules)('without the rule to %s, something goes wrong', (rule) => {
  expect(explore(rule).mistakes.size).toBeGreaterThan(0);
});

const steps: readonly CutOverStep[] = [
  { is: 'armed' },
  { is: 'disarmed' },
  { is: 'freezing' },
  { is: 'frozen' },
  { is: 'drained' },
  { is: 'compared', hasChanged: false, isAsPlanned: true },
  { is: 'opening' },
  { is: 'opened' },
  { is: 'finished' },
  { is: 'thawing', why: 'deadline' },
  { is: 'thawing', why: 'aborted' },
  { is: 'thawed' },
];

test.each<readonly [CutOverState, readonly string[]]>([
  ['following', ['armed', 'disarmed']],
  ['armed', ['armed', 'disarmed', 'freezing']],
  ['freezing', ['frozen', 'thawing deadline', 'thawing aborted']],
  ['frozen', ['drained', 'thawing deadline', 'thawing aborted']],
  ['drained', ['compared', 'thawing deadline', 'thawing aborted']],
  ['verified', ['opening', 'thawing deadline', 'thawing aborted']],
  ['opening', ['opened', 'thawing aborted']],
  ['open', ['finished']],
  ['thawing', ['thawing aborted', 'thawed']],
])('in %s the steps %j are possible, and no other', (state, allowed) => {
  const possible = steps.filter((step) => {
    try {
      return after({ ...notBegun, state, frozenAt: 0 }, step, 0) !== undefined;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  });

  expect(possible.map((step) => ('why' in step ? `${step.is} ${step.why}` : step.is))).toEqual(
    allowed,
  );
});

test('what changes after the freeze is sent twice, and the third time the legacy system is opened again', () => {
  let cutOver: CutOver = { ...notBegun, state: 'drained', frozenAt: 0 };
  const states: CutOverState[] = [];
  for (let times = 0; times < 3; times++) {
    cutOver = after(cutOver, { is: 'compared', hasChanged: true, isAsPlanned: true }, 0);
    states.push(cutOver.state);
    if (cutOver.state === 'frozen') cutOver = after(cutOver, { is: 'drained' }, 0);
  }

  expect(states).toEqual(['frozen', 'frozen', 'thawing']);
  expect(cutOver.why).toBe('still-writes');
});
