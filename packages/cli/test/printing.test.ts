import { expect, test } from 'vitest';
import { nextCommands } from '../src/printing/command-line.ts';
import { programName } from '../src/printing/program-name.ts';
import { table } from '../src/printing/table.ts';
import { wrap } from '../src/printing/wrap.ts';

test('a table has numbers to the right and words to the left', () => {
  const lines = table([
    ['', 'rows', 'why'],
    ['users', 1_200_000, 'none'],
    ['groups', 5, 'a reason'],
  ]);

  expect(lines).toEqual([
    '             rows  why',
    'users   1,200,000  none',
    'groups          5  a reason',
  ]);
});

test('a paragraph is broken between words', () => {
  expect(wrap('one two three four', 12, 2)).toBe('one two\n  three four');
});

test('the command to type next is given again what this one was given', () => {
  const next = nextCommands(
    {
      job: 'my job',
      'app-id': 'a',
      'base-url': 'https://example.org/v3',
      'requests-per-minute': { timetable: '22:00-06:00 60/min, else 20/min' },
      'max-failures': { percent: 2 },
      'give-up-after': 90_000,
      'shared-quota': false,
      quiet: true,
    },
    undefined,
    {},
  );

  expect(next('run')).toBe(
    "chatferry run --job 'my job' --app-id a --base-url https://example.org/v3 --requests-per-minute '22:00-06:00 60/min, else 20/min' --no-shared-quota --max-failures 2% --give-up-after 90s",
  );
  expect(next('verify')).toBe(
    "chatferry verify --job 'my job' --app-id a --base-url https://example.org/v3",
  );
  expect(next('rate', 'default')).toBe("chatferry rate default --job 'my job'");
});

test('what the next command needs in addition is a blank, or comes from the configuration or the job', () => {
  const target = { 'app-id': 'a', region: 'eu' } as const;

  expect(nextCommands({}, undefined, {})('run')).toBe('chatferry run --app-id ID --region REGION');
  expect(
    nextCommands({}, { isConfigured: () => true, target, sending: () => ({}) }, {})('run'),
  ).toBe('chatferry run');
  expect(
    nextCommands({}, { isConfigured: () => false, target, sending: () => ({}) }, {})('run'),
  ).toBe('chatferry run --app-id a --region eu');
});

test.each([
  ['the shell finds it', { PATH: '/bin:/opt/bin' }, ['/opt/bin/chatferry'], 'chatferry'],
  [
    'it is a dependency',
    { PATH: '/bin' },
    ['node_modules/.bin/chatferry'],
    'node_modules/.bin/chatferry',
  ],
  [
    'npm run calls it',
    { PATH: '/a/node_modules/.bin:/bin', npm_lifecycle_event: 'chatferry' },
    ['/a/node_modules/.bin/chatferry', 'node_modules/.bin/chatferry'],
    'node_modules/.bin/chatferry',
  ],
  [
    'npx has fetched it',
    { PATH: '/cache/node_modules/.bin:/bin', npm_lifecycle_event: 'npx' },
    ['/cache/node_modules/.bin/chatferry'],
    'npx chatferry',
  ],
] as const)('what to type next when %s', (_, env, files: readonly string[], name) => {
  expect(programName(env, (file) => files.includes(file))).toBe(name);
});
