import { expect, test } from 'vitest';
import { parseTimetable } from '@chatferry/runner';
import { byKind } from '@chatferry/contract';
import { otherKinds } from '../src/planning/other-kinds.ts';
import { finishTime, planFinishTime } from '../src/planning/finish-time.ts';
import { oldestSentAt } from '../src/planning/oldest-sent-at.ts';
import {
  defaultPlanSettings,
  type PlanSettings,
  rulesFrom,
} from '../src/planning/plan-settings.ts';

const utc = (text: string): number => Date.parse(`${text}Z`) / 1000;

test.each([
  ['2026-11-21T08:30:00', 6, '2026-05-22T08:30:00'],
  ['2026-08-31T00:00:00', 6, '2026-03-01T00:00:00'],
  ['2026-03-15T00:00:00', 3, '2025-12-16T00:00:00'],
  ['2026-03-15T00:00:00', 24, '2024-03-16T00:00:00'],
])(
  'at %s, with %d months of retention, messages are planned that were sent since %s',
  (now, months, oldest) => {
    expect(oldestSentAt(utc(now), months)).toBe(utc(oldest));
  },
);

test('of the readings of the same rows, one counts those of no kind', () => {
  const file = 'all.json';
  const users = { file, kind: 'users', mapping: { when: { type: 'u' }, columns: { a: 'uid' } } };
  const groups = { file, kind: 'groups', mapping: { when: { type: 'g' }, columns: { b: 'guid' } } };
  const members = {
    file,
    kind: 'members',
    mapping: { when: { type: 'u' }, columns: { c: 'uid' } },
  };
  const nested = { file, kind: 'messages', mapping: { rows: 'items' } };
  const whole = { file, kind: 'messages', mapping: {} };
  const of = (reading: object, ...all: object[]): ReturnType<typeof otherKinds> =>
    otherKinds(reading as never, [...all, { ...whole, file: 'other.json' }] as never);

  const rows = [users, groups, members, nested];
  expect(of(users, ...rows)).toMatchObject({
    others: [{ type: 'u' }, { type: 'g' }, { type: 'u' }],
    otherRows: ['items'],
    otherNames: expect.arrayContaining(['c']),
  });
  expect(of(users, ...rows).otherNames).not.toContain('b');
  expect(of(groups, ...rows)).toMatchObject({ others: false, otherNames: [] });
  expect(of(nested, ...rows)).toMatchObject({ others: [], otherNames: [] });
  expect(of(users, users, whole)).toMatchObject({ others: false });
  expect(of(whole, users, whole)).toMatchObject({ others: [{ type: 'u' }] });
});

test('when it would be done follows from the quota', () => {
  expect(finishTime(120, 60, 0)).toBe(120_000);
  expect(finishTime(120, 'unlimited', 0)).toBeUndefined();
  expect(finishTime(120, 0, 0)).toBeUndefined();
});

test('and from the time of day, where the quota does', () => {
  const nightly = parseTimetable('22:00-06:00 60/min, else 0/min', 'UTC');
  const evening = utc('2026-11-21T21:00:00') * 1000;

  expect(finishTime(120, nightly, evening)).toBe(utc('2026-11-21T22:02:00') * 1000);
  const night = utc('2026-11-21T22:00:00') * 1000;
  const free = parseTimetable('22:00-06:00 unlimited, else 60/min', 'UTC');
  expect(finishTime(9000, free, evening)).toBe(night);
  expect(finishTime(9000, free, night)).toBeUndefined();
});

test('follow-ups cost requests of the chat API, and not of the import', () => {
  const kinds = byKind(() => ({ batches: 0 }) as never) as Record<string, { batches: number }>;
  kinds['messages'] = { batches: 60 };
  kinds['friends'] = { batches: 20_000 };

  expect(planFinishTime({ kinds: kinds as never }, 60, 0)).toBe(3 * 60_000);
  // One sender: the first reply leaves at once, and each other one two seconds later.
  expect(planFinishTime({ kinds: kinds as never }, 60, 0, 121)).toBe(5 * 60_000);
  expect(planFinishTime({ kinds: kinds as never }, 'unlimited', 0)).toBeUndefined();
});

test('each setting reaches the rule that it is for', () => {
  const now = utc('2026-11-21T08:30:00');
  const settings: Required<PlanSettings> = {
    ids: 'keep',
    muidPrefix: 'm/',
    idPrefix: 'i-',
    onMissingUser: 'placeholder',
    onMissingGroup: 'reject',
    createRoles: true,
    editMessages: true,
    removeGone: 9,
    newerThan: '2025-06-01',
    onlyConversations: ['Ann|bob', 'x-1', 'bob|Ann'],
    senderNotMember: 'add',
    duplicates: 'last',
    twoPersonGroups: 'direct',
    retentionMonths: 6,
    recordsPerRequest: 7,
    maxRequestBytes: 8000,
    cleaning: { tooLong: 'split' },
    threads: 'reply',
    limits: { membersPerGroup: 1, groupsPerUser: 2, friendsPerUser: 3 },
  };
  const plan = {
    now,
    lanes: 16,
    ids: 'keep',
    recordsPerRequest: 7,
    maxRequestBytes: 8000,
    onMissingUser: 'placeholder',
    onMissingGroup: 'reject',
    senderNotMember: 'add',
    duplicates: 'last',
    twoPersonGroups: 'direct',
    createRoles: true,
    editsMessages: true,
    removesGone: 9,
    newerThan: utc('2025-06-01T00:00:00'),
    onlyConversations: ['i-Ann|i-bob', 'i-x-1'],
    limits: { membersPerGroup: 1, groupsPerUser: 2, friendsPerUser: 3 },
  };

  expect(rulesFrom(settings, now)).toEqual({
    plan,
    read: {
      groupsMayLackNames: true,
      now,
      ids: 'keep',
      muidPrefix: 'm/',
      idPrefix: 'i-',
      cleaning: { tooLong: 'split' },
      replies: 'reply',
      oldestSentAt: utc('2026-05-22T08:30:00'),
    },
  });
  const rest = { ...defaultPlanSettings, onMissingGroup: 'placeholder' } as const;
  expect(rulesFrom({ ...rest, retentionMonths: 'none' }, now)).toEqual({
    plan: {
      now,
      lanes: 16,
      recordsPerRequest: 50,
      maxRequestBytes: 1_000_000,
      onMissingUser: 'reject',
      onMissingGroup: 'placeholder',
      senderNotMember: 'warn',
      duplicates: 'first',
      twoPersonGroups: 'keep',
      limits: { membersPerGroup: 100_000, groupsPerUser: 2000, friendsPerUser: 1000 },
    },
    read: { now, ids: 'map' },
  });
});
