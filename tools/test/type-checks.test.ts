import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as job from '@chatferry/job';
import * as chatferry from 'chatferry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksIn, pages, root } from './shell-blocks/markdown.ts';
import { clientInterface } from '../src/client-interface.ts';
import { exampleOf, functionsOf } from './support/examples.ts';
import { inventedNames, inventedSystem, planOfParley } from './support/invented-system.ts';
import { ScratchCopy } from '../src/processes/scratch-copy.ts';

const table = 'packages/contract/src/kinds/kinds.ts';
const systems = 'packages/sources/src/systems';

const schema = `import { z } from 'zod';
import { id, unixSeconds } from './fields.ts';

export const pinRecord = z.strictObject({ pinId: id, guid: id, pinnedBy: id, pinnedAt: unixSeconds });
`;

const row = `
  pins: {
    schema: pinRecord,
    key: 'pinId',
    nouns: ['pin', 'pins'],
    hasFiles: true,
    after: ['users', 'groups'],
    time: 'pinnedAt',
    times: ['pinnedAt'],
    references: [
      { field: 'guid', to: 'groups', column: column.group },
      { field: 'pinnedBy', to: 'users', column: column.user },
    ],
    lanes: 'turn',
    list: { operation: 'messages.list', query: {} },
    compared: {},
    recordsPerRequest: 1,
    quotaIsOf: 'app',
    routes: { chat: { by: 'one', operation: 'groups.create', fields: ['pinId'] } },
  },
`;

const planOfPins = `
import { mkdtempSync, writeFileSync } from 'node:fs';
import { planFiles } from 'chatferry';
const folder = mkdtempSync('export-');
writeFileSync(folder + '/users.csv', 'uid,name\\nada,Ada\\n');
writeFileSync(folder + '/groups.csv', 'guid,name,type\\nden,Den,public\\n');
writeFileSync(folder + '/pins.csv', 'pinId,guid,pinnedBy,pinnedAt\\np1,den,ada,1700000000\\np2,den,bob,1700000000\\n');
const { kinds } = await planFiles([folder], { job: folder + '/job' });
console.log(JSON.stringify(kinds.pins));
`;

/** A field of users, as one line of its table. */
const fieldLine = `  pronouns: optional(name).droppable().created().compared('json').updated('users.update', 'unset'),\n`;

const planOfField = `
import { mkdtempSync, writeFileSync } from 'node:fs';
import { kinds } from '@chatferry/contract';
import { openPlan, recordOfEntry, entryOf } from '@chatferry/planner';
import { planFiles } from 'chatferry';
const folder = mkdtempSync('export-');
writeFileSync(folder + '/users.csv', 'uid,name,pronouns\\nada,Ada,she/her\\nbob,Bob,' + 'x'.repeat(101) + '\\n');
const { droppedFields } = await planFiles([folder], { job: folder + '/job' });
using plan = openPlan(folder + '/job/plan.sqlite');
const { batch, index } = plan.find('users', 'ada');
const { optional, compared, updates, routes } = kinds.users;
console.log(JSON.stringify({
  record: recordOfEntry(entryOf(batch, index).wire),
  droppedFields,
  optional: optional.includes('pronouns'),
  compared: compared.pronouns.equality,
  updates: updates.pronouns,
  created: routes.chat.fields.includes('pronouns'),
}));
`;

let copy: ScratchCopy;
/** What the type check of the copy prints: the sources with one more kind and one more system, and the code of the pages. */
let errors: string[];
const blocks = 'code-of-pages';
/** The packages that scripts import, with the functions of each. */
const entries = [
  ['chatferry', functionsOf(chatferry)],
  ['@chatferry/job', functionsOf(job)],
] as const;

beforeAll(() => {
  copy = new ScratchCopy(root);
  const before = readFileSync(inCopy(table), 'utf8');
  writeFileSync(inCopy('packages/contract/src/records/pin.ts'), schema);
  writeFileSync(
    inCopy(table),
    `import { column } from './column.ts';\nimport { pinRecord } from '../records/pin.ts';\n${before.replace('\n} as const satisfies', `${row}} as const satisfies`)}`,
  );
  const users = inCopy('packages/contract/src/records/user.ts');
  const userTable = readFileSync(users, 'utf8');
  writeFileSync(users, userTable.replace(/^ {2}avatar:/m, `${fieldLine}  avatar:`));
  writeFileSync(inCopy('packages/client/src/operations-by-name.ts'), clientInterface());
  mkdirSync(inCopy(`${systems}/parley`));
  for (const [name, text] of Object.entries(inventedSystem))
    writeFileSync(inCopy(`${systems}/parley/${name}`), text);
  for (const [name, added] of Object.entries(inventedNames)) {
    const file = inCopy(`${systems}/${name}`);
    writeFileSync(file, added(readFileSync(file, 'utf8')));
  }
  for (const page of pages)
    for (const [index, block] of blocksIn(page, 'ts').entries()) {
      const file = inCopy(path.join(blocks, page.replaceAll('/', '-'), `block-${index + 1}.ts`));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, block);
    }
  for (const [entry, functions] of entries)
    for (const name of functions) {
      const file = inCopy(path.join(blocks, entry.replaceAll('/', '-'), `${name}.ts`));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, exampleOf(name, entry, functions) ?? '');
    }
  const configuration = {
    extends: './tsconfig.test.json',
    compilerOptions: { noUnusedLocals: false },
    include: ['packages/*/src', 'tools/src', 'samples', blocks],
  };
  writeFileSync(inCopy('tsconfig.copy.json'), JSON.stringify(configuration));

  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  // One checker takes two thirds of the processor time of the usual four, and a fifth of that goes to collecting garbage by default.
  const args = [tsc, '-p', 'tsconfig.copy.json', '--checkers', '1'];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: copy.root,
    encoding: 'utf8',
    env: { ...process.env, GOGC: '400' },
  });
  errors = status === 0 ? [] : [...stdout.trim().split('\n'), `ended with ${status}`];
});
afterAll(() => copy[Symbol.dispose]());

function inCopy(file: string): string {
  return path.join(copy.root, file);
}

function isOfPage(line: string): boolean {
  return line.startsWith(blocks);
}

test.each(entries)('every function of %s has an example, which type-checks', (entry, functions) => {
  expect(functions.length).toBeGreaterThan(10);
  expect(functions.filter((name) => exampleOf(name, entry, functions) === undefined)).toEqual([]);
  expect(
    errors.filter((line) => line.startsWith(path.join(blocks, entry.replaceAll('/', '-')))),
  ).toEqual([]);
});

test('every TypeScript block of the pages type-checks unchanged', () => {
  expect(readdirSync(inCopy(blocks))).toContain('packages-cli-README.md');
  expect(errors.filter(isOfPage)).toEqual([]);
});

test('a new kind is a schema and a row of the table: the sources type-check, and its files are planned', () => {
  expect(errors.filter((line) => !isOfPage(line))).toEqual([]);

  expect(printedBy(planOfPins)).toMatchObject({ rows: 2, planned: 1, rejected: 1 });
});

test('a new field is one line: it is planned, dropped when it is bad, created, compared and updated', () => {
  expect(printedBy(planOfField)).toEqual({
    record: { uid: 'ada', name: 'Ada', pronouns: 'she/her' },
    droppedFields: 1,
    optional: true,
    compared: 'json',
    updates: { operation: 'users.update', empty: 'unset' },
    created: true,
  });
});

test('a new system is a folder, a name and a line of the table: its exports are recognised, filtered and planned', () => {
  const { users, messages, rejected } = printedBy(planOfParley) as Record<string, unknown>;
  expect(users).toMatchObject({ rows: 2, planned: 2 });
  expect(messages).toMatchObject({ rows: 3, planned: 1, rejected: 1, filtered: 1 });
  expect(rejected).toMatchObject({
    line: 2,
    row: '{"id":2,"who":"ada","whom":"bob","said":"No time"}',
  });
});

/** Runs a script of the copy, and parses what it prints. */
function printedBy(script: string): unknown {
  writeFileSync(inCopy('tools/invented.ts'), script);
  const args = ['--conditions=@chatferry/source', 'tools/invented.ts'];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: copy.root, encoding: 'utf8' }));
}
