import { byKind, type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import { noOutcomes, type ShiftStep } from '@chatferry/runner';
import * as fc from 'fast-check';
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

const anyJob = fc
  .record({
    lanes: fc.integer({ min: 1, max: 16 }),
    share: fc.integer({ min: 1, max: 16 }),
    step: fc.constantFrom('check', 'send', 'compare'),
    kind: fc.constantFrom(...kindsInOrder),
    routes: fc.constantFrom({}, { messages: 'chat' as const }),
  })
  .map(({ lanes, share, step, kind, routes }) => {
    const spread = Math.min(share, lanes);
    const at = step === 'check' ? { step } : { step, kind };
    return { id: 7, lanes, spread, settings: { routes }, step: at } as unknown as WorkedJob;
  });

test('the shifts of a step hold every lane of its kind, each one once, and those of the check hold all', () => {
  fc.assert(
    fc.property(anyJob, (job) => {
      const { step, lanes, spread, settings } = job;
      const kind = step.step === 'check' ? undefined : step.kind;
      const isSpread =
        step.step === 'send' &&
        kinds[step.kind].routes.import !== undefined &&
        settings.routes?.[step.kind as 'messages'] !== 'chat';
      const all = Array.from({ length: lanes }, (_, lane) => lane);

      const shifts = shiftsOf(job);
      const held = shifts.map((shift) => heldFor(job, shift));

      expect(shifts).toEqual(
        Array.from({ length: isSpread ? spread : 1 }, (_, part) => ({
          job: 7,
          step: step.step,
          kind,
          part,
        })),
      );
      for (const each of held)
        expect(each.kinds).toEqual(kind === undefined ? kindsInOrder : [kind]);
      expect(held.flatMap((each) => each.lanes).toSorted((one, other) => one - other)).toEqual(all);
      expect(held.every((each) => each.lanes.length > 0)).toBe(true);
    }),
  );
});
