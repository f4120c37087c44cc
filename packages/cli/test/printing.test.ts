import path from 'node:path';
import { expect, test } from 'vitest';
import type { OptionValues } from '../src/arguments/options.ts';
import { nextCommands } from '../src/printing/command-line.ts';
import { programName } from '../src/printing/program-name.ts';

/** A shell that finds `chatferry`, from whatever folder the tests are started. */
const shell = { PATH: path.join(import.meta.dirname, '../../../node_modules/.bin') };

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
    shell,
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

  expect(nextCommands({}, undefined, shell)('run')).toBe(
    'chatferry run --app-id ID --region REGION',
  );
  expect(
    nextCommands({}, { isConfigured: () => true, target, sending: () => ({}) }, shell)('run'),
  ).toBe('chatferry run');
  expect(
    nextCommands({}, { isConfigured: () => false, target, sending: () => ({}) }, shell)('run'),
  ).toBe('chatferry run --app-id a --region eu');
});

test.each<[OptionValues, string, string]>([
  [{}, '', '--app-id a --region eu'],
  [{ 'app-id': 'b' }, '', '--app-id b --region REGION'],
  [{ 'base-url': 'http://b' }, '', '--base-url http://b --app-id ID'],
  [{ 'app-id': 'b', region: 'us' }, '', '--app-id b --region us'],
  [{}, 'app-id', '--region REGION'],
  [{}, 'region', '--app-id ID'],
])('where %j is typed and %j configured, no part is of another target', (typed, name, options) => {
  const target = { 'app-id': 'a', region: 'eu' } as const;
  const isConfigured = (each: string): boolean => each === name;
  const next = nextCommands(typed, { target, isConfigured, sending: () => ({}) }, shell);

  expect(next('undo')).toBe(`chatferry undo ${options}`);
});

test('each command is given again what it takes', () => {
  const typed = {
    job: 'j',
    config: 'c.yaml',
    'app-id': 'a',
    region: 'eu',
    concurrency: 2,
    'max-failures': 'none',
    store: '${S}',
    'codes-only': true,
    metrics: '9464',
    yes: true,
    kind: 'users',
  } as const;
  const known = { isConfigured: () => false, target: undefined };
  const next = nextCommands(
    typed,
    { ...known, sending: () => ({ concurrency: 5, 'time-zone': 'UTC' }) },
    shell,
  );
  const [of, to] = ['--job j --config c.yaml', '--app-id a --region eu'];
  const sending = `${to} --time-zone UTC --concurrency 2 --max-failures none`;

  expect(next('run')).toBe(
    `chatferry run ${of} ${sending} --store '\${S}' --codes-only --metrics 9464`,
  );
  for (const name of ['import', 'retry', 'repair'])
    expect(next(name)).toBe(`chatferry ${name} ${of} ${sending}`);
  expect(next('verify')).toBe(`chatferry verify ${of} ${to}`);
  expect(next('undo')).toBe(`chatferry undo ${of} ${to} --concurrency 2 --max-failures none`);
  expect(next('ledger', 'export')).toBe(`chatferry ledger export ${of} --store '\${S}'`);
  for (const name of ['status', 'pause', 'resume', 'check', 'plan'])
    expect(next(name)).toBe(`chatferry ${name} ${of}`);
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
