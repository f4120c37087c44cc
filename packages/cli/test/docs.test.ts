import { readFileSync } from 'node:fs';
import path from 'node:path';
import { keyOf, settingNames } from '@chatferry/configuration';
import { configuration } from '@chatferry/configuration/schema';
import { inputKinds, kinds, problems, serviceId } from '@chatferry/contract';
import { cleaning, kindMapping } from '@chatferry/parsers';
import { PlanError, type PlanErrorCode } from '@chatferry/planner';
import { LedgerError, type LedgerErrorCode } from '@chatferry/runner';
import { sample, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Option } from '../src/arguments/values.ts';
import { type OptionName, options } from '../src/arguments/options.ts';
import { commands } from '../src/commands.ts';
import { exitStatuses } from '../src/terms/exit-status.ts';
import { explainFailure } from '../src/terms/failure.ts';
import { jobFiles, jobFolder } from '@chatferry/job/planned';

const root = path.join(import.meta.dirname, '../../..');

function page(name: string): string {
  return readFileSync(path.join(root, 'docs', name), 'utf8');
}

/** The part of a page below a heading, up to the next one of the same level. */
function section(text: string, heading: string): string {
  const level = heading.split(' ', 1)[0]!;
  const start = text.indexOf(`\n${heading}`);
  expect(start, `a heading '${heading}'`).toBeGreaterThanOrEqual(0);
  const end = text.indexOf(`\n${level} `, start + 1);
  return text.slice(start, end < 0 ? undefined : end);
}

/** The rows of all tables in a text, headers left out; a cell of code loses its back quotes. */
function tableRows(text: string): string[][] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const isHeader = /^\|[ -]+\|/.test(lines[index + 1] ?? '') && lines[index + 1]!.includes('---');
    if (!line.startsWith('|') || line.includes('---') || isHeader) return [];
    const cells = line.slice(1, -1).split(/(?<!\\)\|/);
    return [
      cells.map((cell) =>
        cell
          .trim()
          .replaceAll(String.raw`\|`, '|')
          .replace(/^`([^`]+)`$/, '$1'),
      ),
    ];
  });
}

/** Without what Markdown needs to show it as it is. */
function plain(text: string): string {
  return text.replaceAll(/[\\`]/g, '');
}

/** The members of a type that is a union of words, read from the source that declares it. */
function unionIn(file: string, type: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const declaration = new RegExp(`export type ${type} =([^;]+);`).exec(source)?.[1] ?? '';
  return [...declaration.matchAll(/'([^']+)'/g)].map((match) => match[1]!);
}

test('every option is in the table, and the table has no other', () => {
  const rows = tableRows(section(page('commands.md'), '## Options'));

  expect(rows).toEqual(
    Object.entries(options).map(([name, option]: [string, Option]) => [
      option.negatable === true
        ? `--[no-]${name}`
        : `--${name}${option.value === undefined ? '' : ` ${option.value}`}`,
      settingNames.find((each) => each === name) === undefined ? '' : keyOf(name as never),
      option.help,
    ]),
  );
});

describe.each(Object.entries(commands))('chatferry %s', (name, command) => {
  const title = `## chatferry ${name}${command.positionals === undefined ? '' : ` ${command.positionals}`}\n`;

  test('has a section with its summary and options', async () => {
    const text = section(page('commands.md'), title.trimEnd());
    const line = /^Options: (.*)$/m.exec(text)?.[1] ?? '';

    expect(text).toContain(command.summary);
    expect([...line.matchAll(/`--([a-z-]+)`/g)].map((match) => match[1])).toEqual(
      (await command.load()).options.filter((each) => each !== 'help'),
    );
  });

  test('is spoken of with options that exist', () => {
    const text = section(page('commands.md'), title.trimEnd());
    const mentioned = [...text.matchAll(/--([a-z][a-z-]+)/g)].map(
      (match) => match[1] as OptionName,
    );

    expect(mentioned.filter((each) => !(each in options))).toEqual([]);
  });
});

test('no page names a command that does not exist', () => {
  const named = [
    'commands.md',
    'configuration.md',
    'exit-status.md',
    'job-folder.md',
    'rehearsal.md',
  ]
    .flatMap((name) => [...page(name).matchAll(/chatferry ([a-z][a-z-]*)/g)])
    .map((match) => match[1]!);

  expect([...new Set(named)].filter((name) => !(name in commands))).toEqual([]);
});

test('every exit status is documented', () => {
  expect(tableRows(page('exit-status.md').split('\n## ')[0]!)).toEqual(
    Object.values(exitStatuses).map(({ status, means }) => [String(status), means]),
  );
});

test.each([
  ['## Why a run stops', [['packages/runner/src/terms/stop-reason.ts', 'StopCode']]],
  [
    '## Why a cut-over ends without opening',
    [
      ['packages/job/src/folder/cut-over-status.ts', 'ThawReason'],
      ['packages/follow/src/cut-over/cut-over-options.ts', 'UnopenedReason'],
    ],
  ],
  ['## Errors of the service', [['packages/client/src/terms/api-error.ts', 'ApiErrorCode']]],
  [
    '## Trouble with the job folder',
    [
      ['packages/planner/src/plan/plan-error.ts', 'PlanErrorCode'],
      ['packages/runner/src/ledger/ledger-error.ts', 'LedgerErrorCode'],
    ],
  ],
  [
    '## Trouble with inputs, settings and the target',
    [
      ['packages/job/src/errors/job-error.ts', 'JobErrorCode'],
      ['packages/sources/src/errors/source-error.ts', 'SourceErrorCode'],
    ],
  ],
  [
    '## Trouble with the local service',
    [['packages/local-service/src/terms/local-service-error.ts', 'LocalServiceErrorCode']],
  ],
] as const)('%s: every code is documented, and no other', (heading, sources) => {
  const documented = tableRows(section(page('exit-status.md'), heading)).map(([code]) => code!);
  const declared = sources.flatMap(([file, type]) => unionIn(file, type));
  // Errors with one code each: JobLockedError, TimetableError, CodeError.
  const also = heading.includes('job folder')
    ? ['locked']
    : heading.includes('inputs')
      ? ['bad-timetable', 'bad-code']
      : [];

  expect(declared).not.toEqual([]);
  expect(documented.toSorted()).toEqual([...new Set([...declared, ...also])].toSorted());
});

test('trouble with the job folder ends with the status that is documented', () => {
  for (const [code, status] of tableRows(
    section(page('exit-status.md'), '## Trouble with the job folder'),
  )) {
    const error = unionIn('packages/planner/src/plan/plan-error.ts', 'PlanErrorCode').includes(
      code!,
    )
      ? new PlanError(code as PlanErrorCode, '', '')
      : new LedgerError(code as LedgerErrorCode, '', { file: '', fix: '' });
    const { outcome } = explainFailure(error, '');
    expect([code, String(exitStatuses[outcome].status)]).toEqual([code, status]);
  }
});

test.each([
  ['## Rows that are rejected', 'reject'],
  ['## Warnings', 'warning'],
  ['## Files that cannot be read further', 'file'],
])('%s: every problem code is documented as the program words it', (heading, severity) => {
  const rows = tableRows(section(page('problem-codes.md'), heading));

  expect(rows.map(([code, means, , fix]) => [code, plain(means!), plain(fix!)])).toEqual(
    Object.entries(problems)
      .filter(([, problem]) => problem.severity === severity)
      .map(([code, { means, fix }]) => [code, plain(means), plain(fix)]),
  );
  expect(rows.filter(([, , example]) => example === '')).toEqual([]);
});

describe('configuration', () => {
  const text = page('configuration.md');

  test('every setting is documented', () => {
    const rows = tableRows(section(text, '## Settings'));

    expect(rows.map(([key]) => key!).toSorted()).toEqual(settingNames.map(keyOf).toSorted());
  });

  test('every other key is documented', () => {
    const others = Object.keys(configuration.shape).filter(
      (key) => !settingNames.some((name) => keyOf(name) === key),
    );

    expect(
      tableRows(section(text, '## Keys without an option'))
        .map(([key]) => key!)
        .toSorted(),
    ).toEqual(others.toSorted());
  });

  test.each([
    ['## How rows become records', kindMapping],
    ['## Cleaning', cleaning],
  ] as const)('%s', (heading, schema) => {
    const documented = tableRows(section(text, heading))
      .map(([key]) => key!)
      .filter((key) => !key.includes('`, `')); // kind and format, which only stand under files

    expect(documented.toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  test.each(inputKinds)('the fields of %s are those the service takes', (kind) => {
    const documented = tableRows(section(text, '## Fields'))
      .filter(([of]) => of === kind)
      .map(([, field]) => field!);

    expect(documented.toSorted()).toEqual([...fieldsOf(kinds[kind].schema)].toSorted());
  });
});

function fieldsOf(schema: z.ZodType): Set<string> {
  const { shape, options: choices } = schema as { shape?: object; options?: readonly z.ZodType[] };
  return new Set([
    ...Object.keys(shape ?? {}),
    ...(choices ?? []).flatMap((choice) => [...fieldsOf(choice)]),
  ]);
}

test('every file of the job folder is documented', () => {
  const documented = tableRows(page('job-folder.md').split('\n## ')[0]!).map(([name]) =>
    name!.replace('/', ''),
  );
  const { path: folder, ...files } = jobFolder('job');
  const names = Object.values(files).map((file) => path.relative(folder, file));

  expect(documented).toEqual(expect.arrayContaining(names));
});

test('the report tells of the same files of the job folder', () => {
  const documented = tableRows(page('job-folder.md').split('\n## ')[0]!).map(([name]) => name!);

  expect(jobFiles.map(({ name }) => name).toSorted()).toEqual(documented.toSorted());
});

test('the page about personal data names the files with names and texts, and no other', () => {
  const [paragraph] = /^Of the job folder, [^]*?command runs [^.]*(?:\.[a-z`][^.]*)*\. /m.exec(
    page('personal-data.md'),
  )!;
  const named = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  const personal = jobFiles.filter((file) => file.personal === 'names and texts');

  expect(named.filter((name) => !/^-(wal|shm)$/.test(name)).toSorted()).toEqual(
    personal.map(({ name }) => name).toSorted(),
  );
});

test('the function that the docs give for login code makes the same ids', async () => {
  const code = /```js\n([\s\S]*?)```/.exec(page('job-folder.md'))![1]!;
  const documented = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    serviceId: typeof serviceId;
  };
  const count = process.env['PROPERTY_RUNS'] === undefined ? 2000 : 20_000;
  const ids = sample(string({ unit: 'binary', maxLength: 130 }), count);

  for (const rule of ['map', 'hash', 'fold'] as const)
    expect(ids.filter((id) => documented.serviceId(id, rule) !== serviceId(id, rule))).toEqual([]);
});
