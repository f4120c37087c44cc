import { byKind, type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import { noOutcomes, type ShiftStep } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { stepAfter } from '../src/jobs/next-step.ts';
import { heldFor, shiftsOf, type WorkedJob } from '../src/jobs/worked-job.ts';

const planned = { ...byKind(() => 0), users: 5, messages: 9 };
const none = byKind(() => ({ ...noOutcomes, pending: 0 }));
const landed = {
  ...none,
  users: { ...none.users, created: 5 },
  messages: { ...none.users, created: 9 },
};
const send = (kind: Kind): ShiftStep => ({ step: 'send', kind });
const compare = (kind: Kind): ShiftStep => ({ step: 'compare', kind });

test.each<[string, ShiftStep, Partial<typeof landed>, ShiftStep | undefined]>([
  ['the check, the first kind with records', { step: 'check' }, {}, send('users')],
  ['a kind whose records all landed, the next one', send('users'), {}, send('messages')],
  ['the last kind, nothing', send('messages'), {}, undefined],
  ['a comparison, the next kind', compare('users'), {}, send('messages')],
  ['the last comparison, nothing', compare('messages'), {}, undefined],
  [
    'a kind with one record that was there, its comparison',
    send('users'),
    { users: { ...none.users, created: 4, present: 1 } },
    compare('users'),
  ],
  [
    'a kind whose records that were there are compared, the next one',
    send('users'),
    { users: { ...none.users, created: 3, present: 2, presentSame: 1, presentByThisJob: 1 } },
    send('messages'),
  ],
  [
    'a kind with one other record than planned, its comparison',
    send('users'),
    { users: { ...none.users, created: 4, present: 1, presentDifferent: 1 } },
    compare('users'),
  ],
  [
    'a kind after one with another record than planned, its comparison',
    send('messages'),
    { users: { ...none.users, created: 4, present: 1, presentDifferent: 1 } },
    compare('messages'),
  ],
  [
    'a kind that failed whole, its comparison',
    send('users'),
    { users: { ...none.users, failed: 5 } },
    compare('users'),
  ],
  [
    'a kind that failed but for one record, the next one',
    send('users'),
    { users: { ...none.users, failed: 4, created: 1 } },
    send('messages'),
  ],
])('after %s', (_, step, counts, next) => {
  expect(stepAfter(step, planned, { ...landed, ...counts })).toEqual(next);
});

/** A job at each step of each kind, with messages through both routes. */
const jobs = [
  [1, 1],
  [4, 1],
  [4, 3],
  [16, 4],
  [16, 16],
].flatMap(([lanes, spread]) =>
  [{}, { messages: 'chat' }].flatMap((routes) =>
    [{ step: 'check' }, ...kindsInOrder.flatMap((kind) => [send(kind), compare(kind)])].map(
      (step) => ({ id: 7, lanes, spread, settings: { routes }, step }) as unknown as WorkedJob,
    ),
  ),
);

/** After the comparison of users, the deactivations of those who are reactivated are to be made again. */
function kindsHeldAt(step: string, kind: Kind | undefined): readonly Kind[] {
  if (kind === undefined) return kindsInOrder;
  return step === 'compare' && kind === 'users' ? ['users', 'deactivations'] : [kind];
}

test('the shifts of a step hold every lane of its kind, each one once, and those of the check hold all', () => {
  for (const job of jobs) {
    const { step, lanes, spread, settings } = job;
    const kind = step.step === 'check' ? undefined : step.kind;
    const isSpread =
      step.step === 'send' &&
      kinds[step.kind].routes.import !== undefined &&
      settings.routes?.[step.kind as 'messages'] !== 'chat';
    const parts = Array.from({ length: isSpread ? spread : 1 }, (_, part) => part);

    const shifts = shiftsOf(job);
    const held = shifts.map((shift) => heldFor(job, shift));

    expect({ job, shifts }).toEqual({
      job,
      shifts: parts.map((part) => ({ job: 7, step: step.step, kind, part })),
    });
    expect({
      job,
      kinds: held.map((each) => each.kinds),
      lanes: held.flatMap((each) => each.lanes).toSorted((one, other) => one - other),
      idle: held.filter((each) => each.lanes.length === 0),
    }).toEqual({
      job,
      kinds: parts.map(() => kindsHeldAt(step.step, kind)),
      lanes: Array.from({ length: lanes }, (_, lane) => lane),
      idle: [],
    });
  }
});
