import { Readable } from 'node:stream';
import type { FollowEvent } from '@chatferry/follow';
import type { KindComparison } from '@chatferry/job/planned';
import { expect, test } from 'vitest';
import { FollowView } from '../src/following/follow-view.ts';
import type { Io } from '../src/terms/io.ts';

const following: FollowEvent = {
  type: 'following',
  sources: ['crm'],
  segments: 2,
  waiting: 0,
  different: 0,
};

function found(differing: readonly object[], different: number): FollowEvent {
  const compared = { records: 5, asPlanned: 5 - differing.length, hidden: 0, requests: 3 };
  const kinds = differing as KindComparison[];
  return { type: 'app-compared', to: 2, different, compared: { ...compared, differing: kinds } };
}

const place = { file: 'crm', line: 1 };
const differing = [
  {
    kind: 'messages',
    fields: [{ field: 'data.text', examples: [{ id: 'm1', ...place }] }],
    examples: { missing: [{ id: 'm2', ...place }], doubled: [] },
  },
  {
    kind: 'messageRemovals',
    fields: [],
    examples: { missing: [{ id: 'm3', ...place }], doubled: [] },
  },
];

const out: FollowEvent = {
  type: 'not-compared',
  lines: ['messages.list: no connection.'],
  fix: 'Try again later.',
  nextAt: 0,
};

/** The lines of a log without their times. */
function logOf(events: readonly FollowEvent[], form: { readonly quiet?: boolean } = {}): string[] {
  const lines: string[] = [];
  const io: Io = {
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    stdin: Readable.from([]),
    env: {},
    screen: undefined,
    onInterrupt: () => () => {},
  };
  using view = new FollowView(form, io, { next: (step) => `do ${step}`, title: 'crm → app' });
  for (const event of events) view.show(event);
  return lines
    .filter((line) => !line.includes(', times in '))
    .map((line) => line.replace(/^[\d:]+ /, ''));
}

const DIFFERS =
  'Compared with the app up to segment 2: 3 records are not in the app as planned: data.text of messages:m1 differs; messages:m2 is missing; messageRemovals:m3 is still to be done. chatferry verify lists all that differs; stop this, and chatferry repair corrects it.';

test('a comparison that finds everything as planned prints nothing', () => {
  expect(logOf([following, found([], 0)])).toEqual(['Following crm; the plan has 2 segments.']);
});

test('what differs in the app is named, and when it no longer does', () => {
  expect(logOf([following, found(differing, 3), found([], 0), found([], 0)]).slice(1)).toEqual([
    DIFFERS,
    'Compared with the app up to segment 2: all is as planned.',
  ]);
});

test('what an earlier process has found is stated at the start', () => {
  expect(logOf([{ ...following, different: 1 }])).toEqual([
    'Following crm; the plan has 2 segments. 1 record is not in the app as planned.',
  ]);
});

test('what differs is printed with --quiet too', () => {
  expect(logOf([following, found(differing, 3), found([], 0)], { quiet: true })).toEqual([DIFFERS]);
});

test('an app that cannot be compared is named once, and when it can again', () => {
  expect(logOf([following, out, out, found([], 0)]).slice(1)).toEqual([
    'Not compared with the app: messages.list: no connection. It is tried again.',
    'Compared with the app up to segment 2: all is as planned.',
  ]);
});
