import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createClient } from '@chatferry/client';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '@chatferry/local-service';
import { expect, test } from 'vitest';
import { liveCheck } from '../src/live-check.ts';
import { mediaQuestions } from '../src/live-check/media.ts';
import { OwnRecords } from '../src/live-check/own-records.ts';

const sentAt = Math.floor(Date.now() / 1000) - 600;

/** An app that is in use: two users, and a message of one to the other. */
const inUse = {
  users: ['ada', 'bob'].map((uid) => ({ uid, name: uid })),
  messages: ['m1', 'm2', 'm3'].map((muid, index) => ({
    muid,
    sender: 'ada',
    receiverType: 'user',
    receiver: 'bob',
    category: 'message',
    type: 'text',
    data: { text: 'private words' },
    sentAt: sentAt + index,
  })),
} as const;

interface Checked {
  readonly status: number;
  readonly lines: readonly string[];
  /** What the app holds afterwards. */
  readonly held: unknown;
}

/** @param onLine called for each line; its result ends the check */
async function check(
  options: LocalServiceOptions,
  onLine: (line: string) => boolean = () => false,
): Promise<Checked> {
  await using service = await startLocalService({ seed: inUse, ...options });
  const stop = new AbortController();
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
    if (onLine(line)) stop.abort();
  };
  const args = ['--app-id', service.appId, '--base-url', service.baseUrl];
  const env = { CHATFERRY_API_KEY: service.apiKey };
  const status = await liveCheck(args, env, print, stop.signal);
  expect(lines.join('\n')).not.toMatch(new RegExp(`${service.apiKey}|private words`));
  return { status, lines, held: heldBy(service) };
}

function heldBy({ db }: LocalService): unknown {
  const ids = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map(({ id }) => id);
  return {
    users: ids('SELECT uid AS id FROM users ORDER BY 1'),
    groups: ids('SELECT guid AS id FROM groups'),
    messages: ids('SELECT muid AS id FROM messages ORDER BY 1'),
  };
}

const untouched = { users: ['ada', 'bob'], groups: [], messages: ['m1', 'm2', 'm3'] };

/** The answer to a question. */
function answer({ lines }: Checked, asks: string): string | undefined {
  return lines[lines.findIndex((line) => line.trim() === asks) + 1]?.trim();
}

const firstPages = ['all messages', 'the messages of a group', 'the messages of two users'].map(
  (list) => `Which page of ${list} comes first, without a direction and a start?`,
);

test.each([
  {
    options: { firstPage: 'newest', importQuota: 'shared' },
    page: 'the newest page',
    quota: 'no: all imports share 60 requests a minute, 3,000 records',
  },
  {
    options: { firstPage: 'oldest', importQuota: 'per-operation' },
    page: 'the oldest page',
    quota: 'yes: users, groups, members and messages have 60 requests a minute each',
  },
] as const)(
  'the check names the reading of a service whose lists begin with $page, and removes what it wrote',
  async ({ options, page, quota }) => {
    const checked = await check(options);

    expect(firstPages.map((asks) => answer(checked, asks))).toEqual([page, page, page]);
    expect(answer(checked, 'Has each kind of import a quota of its own?')).toBe(quota);
    expect(answer(checked, 'Which part of a cursor decides when it has both id and sentAt?')).toBe(
      'the time, and the id within a second',
    );
    expect(answer(checked, 'In which order are users listed?')).toBe('the newest user first');
    expect(answer(checked, 'Where is an older message shown that lands later?')).toBe(
      'where its time belongs',
    );
    expect(answer(checked, 'Is one with readAt?')).toContain('no');
    const recorded = checked.lines.filter((line) => line.includes('as they were recorded'));
    expect(recorded.map((asks) => answer(checked, asks.trim()))).toEqual(recorded.map(() => 'yes'));
    expect(recorded.length).toBeGreaterThan(8);
    expect(checked.lines).toContain('\nCould not be told: 6 questions');
    expect(checked.lines.at(-1)).toMatch(
      /Everything that begins with chatferry-check-\w+ is removed/,
    );
    expect(checked.status).toBe(0);
    expect(checked.held).toEqual(untouched);
  },
);

test('a service with inclusive cursors and other answers than recorded is described so', async () => {
  const checked = await check({
    faults: [
      { fault: 'inclusive-cursors' },
      { fault: 'total-zero', operation: 'users.authTokens.list' },
    ],
  });

  expect(
    answer(checked, 'Does the page after a cursor begin with the message of the cursor?'),
  ).toBe('yes, it comes again');
  const tokens = 'Are fields, order and types as they were recorded in 2023: the tokens of a user?';
  expect(answer(checked, tokens)).toBe('no (answer.meta.pagination.total is 0 instead of 1)');
  expect(checked.held).toEqual(untouched);
});

test('what the service refuses stays open, and the check goes on', async () => {
  const refuses = { fault: 'status-before', status: 403, code: 'ERR_PLAN_RESTRICTION' } as const;

  const checked = await check({ faults: [{ ...refuses, operation: 'groups.members.list' }] });

  expect(answer(checked, 'Is the owner of an imported group a member of it?')).toBe(
    'could not be told',
  );
  expect(checked.lines.join('\n')).toContain('The service refused: ERR_PLAN_RESTRICTION.');
  expect(checked.status).toBe(0);
});

test('after an error everything is removed, and the status is 1', async () => {
  const refuses = { fault: 'status-before', status: 401, code: 'AUTH_ERR_NO_ACCESS' } as const;

  const { status, lines, held } = await check({
    faults: [{ ...refuses, operation: 'groups.members.list' }],
  });

  expect(lines.join('\n')).toContain('AUTH_ERR_NO_ACCESS');
  expect(lines.at(-1)).toContain('is removed');
  expect(status).toBe(1);
  expect(held).toEqual(untouched);
});

test('what cannot be removed is named', async () => {
  const refuses = { fault: 'status-before', status: 400, code: 'ERR_PLAN_RESTRICTION' } as const;

  const { status, lines } = await check(
    { faults: [{ ...refuses, operation: 'users.delete' }] },
    (line) => line.includes('Imports'),
  );

  expect(lines.at(-1)).toMatch(/Left in the app: chatferry-check-\w+-\w+,/);
  expect(status).toBe(130);
});

test('Ctrl-C ends the check after the question that is asked, and removes what was written', async () => {
  await using service = await startLocalService({ seed: inUse });
  const args = ['--app-id', service.appId, '--base-url', service.baseUrl];
  const program = path.join(import.meta.dirname, '../src/live-check.ts');
  const child = spawn(process.execPath, ['--conditions=@chatferry/source', program, ...args], {
    env: { ...process.env, CHATFERRY_API_KEY: service.apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (data: Buffer) => {
    text += data.toString();
    if (text.includes('Imports') && !child.killed) child.kill('SIGINT');
  });

  const [status] = await once(child, 'close');

  expect(text).toContain('is removed');
  expect(text).not.toContain('Could not be told');
  expect(status).toBe(130);
  expect(heldBy(service)).toEqual(untouched);
});

test('the address of a file is looked at, and never printed', async () => {
  const expires = Math.floor(Date.now() / 1000) + 7200;
  const url = `https://media-us.cometchat.io/app/media/a.png?Expires=${expires}&Signature=secret`;
  const file = { name: 'a.png', extension: 'png', mimeType: 'image/png', size: 1 };
  const [message] = inUse.messages;
  const withFile = {
    ...message,
    muid: 'm4',
    type: 'image',
    data: { attachments: [{ ...file, url }] },
  };
  await using service = await startLocalService({
    seed: { ...inUse, messages: [...inUse.messages, withFile] },
  });
  await using client = createClient({ ...service });

  const app = { client, own: new OwnRecords(), signal: new AbortController().signal };
  const finding = await mediaQuestions[0]!.find({ ...app, get: () => Promise.reject(new Error()) });

  expect(finding).toEqual({ reading: 'signed', seen: 'valid for about 2 more hours' });
});

test.each([
  [['--app-id', 'a', '--region', 'us'], {}, 'CHATFERRY_API_KEY'],
  [['--region', 'us'], { CHATFERRY_API_KEY: 'k' }, 'app id'],
  [['--app-id', 'a'], { CHATFERRY_API_KEY: 'k' }, 'region'],
  [['--app-id', 'a', '--region', 'mars'], { CHATFERRY_API_KEY: 'k' }, 'mars'],
  [['--app-id', 'a', '--base-url', 'http://example.test/v3'], { CHATFERRY_API_KEY: 'k' }, 'https'],
])('%j is refused', async (args, env, says) => {
  const lines: string[] = [];

  expect(await liveCheck(args, env, (line) => lines.push(line), AbortSignal.timeout(1000))).toBe(2);
  expect(lines.join('\n')).toContain(says);
});
