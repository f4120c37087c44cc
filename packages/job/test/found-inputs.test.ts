import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Declared, type FoundInputs, findInputs } from '../src/input/find-inputs.ts';
import { writeFailedIndex } from '../src/input/failed-index.ts';
import { inputKey } from '../src/input/input-key.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-inputs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const inside = (name: string): string => path.join(folder, name);
for (const name of ['export/below', 'exports', 'failed', 'empty', 'others'])
  mkdirSync(inside(name), { recursive: true });
const names = [
  'export/users.csv',
  'export/messages-10.ndjson',
  'export/messages-2.ndjson.gz',
  'export/groups.json',
  'export/.hidden-users.csv',
  'export/notes.txt',
  'export/below/members.csv',
  'exports/users-2.csv',
  'failed/users.csv',
  'failed/parts.ndjson',
  'people.csv',
  'others/a.txt',
];
for (const name of names) writeFileSync(inside(name), 'x');
symlinkSync(inside('exports/users-2.csv'), inside('export/users-3.csv'));
symlinkSync(inside('export/users.csv'), inside('export/users-4.csv'));
symlinkSync(inside('nowhere'), inside('dangling.csv'));
writeFailedIndex(inside('failed'), {
  'users.csv': { file: 'all.csv', kind: 'users', areRecords: false },
  'parts.ndjson': { file: 'all.csv', kind: 'users', areRecords: true },
});

type Found = Pick<FoundInputs, 'ignored'> & { inputs: string[] };

function find(
  given: readonly string[],
  of: Record<string, Declared> = {},
  otherwise: Declared = {},
  followLinks = false,
): Found {
  const { inputs, ignored } = findInputs(given.map(inside), {
    of: (file) => of[path.relative(folder, file)] ?? of[file] ?? {},
    otherwise,
    followLinks,
  });
  return {
    inputs: inputs.map(
      (each) =>
        `${inputKey({ ...each, file: path.relative(folder, each.file) })} as ${each.format}`,
    ),
    ignored: ignored.map((each) => ({
      ...each,
      file: path.relative(folder, each.file) + (each.file.endsWith(path.sep) ? '/' : ''),
    })),
  };
}

const ofExport = [
  // Of two names of one file, the first.
  'users export/users-4.csv as csv',
  'groups export/groups.json as json',
  'messages export/messages-2.ndjson.gz as ndjson',
  'messages export/messages-10.ndjson as ndjson',
];
const ignored = (file: string, isLinkOutside = false): object => ({ file, isLinkOutside });
const ofExportIgnored = [
  ignored('export/below/'),
  ignored('export/notes.txt'),
  ignored('export/users-3.csv', true),
];

test.each<[string, Parameters<typeof find>, readonly string[], readonly object[]]>([
  ['a folder', [['export']], ofExport, ofExportIgnored],
  [
    'a folder, with links',
    [['export'], {}, {}, true],
    ['users export/users-3.csv as csv', ...ofExport],
    ofExportIgnored.slice(0, 2),
  ],
  [
    'a folder and a file below it',
    [['export/below/members.csv', 'export']],
    [...ofExport.slice(0, 2), 'members export/below/members.csv as csv', ...ofExport.slice(2)],
    ofExportIgnored.slice(1),
  ],
  [
    'a file that is skipped',
    [['export'], { 'export/users.csv': { skip: 'old' }, 'export/users-4.csv': { skip: 'old' } }],
    ofExport.slice(1),
    [
      ...ofExportIgnored,
      { ...ignored('export/users-4.csv'), skipped: 'old' },
      { ...ignored('export/users.csv'), skipped: 'old' },
    ],
  ],
  [
    'a folder of which every file is skipped, beside others',
    [['others', 'people.csv'], { 'others/a.txt': { skip: 'old' } }, { kinds: ['users'] }],
    ['users people.csv as csv'],
    [{ ...ignored('others/a.txt'), skipped: 'old' }],
  ],
  [
    'a file whose kind is given',
    [['people.csv'], {}, { kinds: ['members'] }],
    ['members people.csv as csv'],
    [],
  ],
  [
    'a file whose name shows more than what is given',
    [['export/users.csv'], {}, { kinds: ['members'], format: 'json' }],
    ['users export/users.csv as csv'],
    [],
  ],
  [
    'a file that is declared in another way than its name shows',
    [
      ['export/users.csv'],
      { 'export/users.csv': { kinds: ['groups'], format: 'ndjson' } },
      { kinds: ['members'] },
    ],
    ['groups export/users.csv as ndjson'],
    [],
  ],
  [
    'a file of several kinds',
    [['people.csv'], { 'people.csv': { kinds: ['users', 'members', 'users'] } }],
    ['users 0 people.csv as csv', 'users 1 people.csv as csv', 'members people.csv as csv'],
    [],
  ],
  [
    'files with one name, and one by two names',
    [['exports', 'export/users.csv', 'export/users-4.csv', 'exports/users-2.csv']],
    ['users export/users.csv as csv', 'users exports/users-2.csv as csv'],
    [],
  ],
  [
    'failed rows',
    [['failed'], { 'all.csv': { kinds: ['users', 'groups', 'users'] } }],
    [
      'users failed/parts.ndjson as ndjson',
      'users 0 failed/users.csv as csv',
      'users 1 failed/users.csv as csv',
    ],
    [],
  ],
  [
    'failed rows of a file that is not declared',
    [['failed/users.csv']],
    ['users failed/users.csv as csv'],
    [],
  ],
])('%s is found', (_, given, inputs, others) => {
  const found = find(...given);

  expect(found.inputs).toEqual(inputs);
  expect(found.ignored.toSorted((a, b) => (a.file < b.file ? -1 : 1))).toEqual(others);
});

test.each<[string, string, RegExp, Record<string, Declared>]>([
  ['nothing', 'no-input', /There is no file or folder '.*nothing'/, {}],
  ['dangling.csv', 'no-input', /is a link to a file that does not exist/, {}],
  ['people.csv', 'unknown-kind', /It is not known what '.*people.csv' contains/, {}],
  ['empty', 'nothing-recognised', /is empty/, {}],
  ['others', 'nothing-recognised', /is recognised: .*others\/a.txt/, {}],
  [
    'others',
    'nothing-recognised',
    /is to be read: .*others\/a.txt/,
    { 'others/a.txt': { skip: 'old' } },
  ],
])('%s is refused with %s', (name, code, text, of) => {
  let thrown: unknown;
  try {
    find([name], of);
  } catch (error) {
    thrown = error;
  }

  expect(thrown).toMatchObject({ code, message: expect.stringMatching(text) });
});
