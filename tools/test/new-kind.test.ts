import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ScratchCopy } from '../src/mutate/scratch-copy.ts';

const root = path.resolve(import.meta.dirname, '../..');
const table = 'packages/contract/src/kinds.ts';

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

test('a new kind is a schema and a row of the table: the workspace type-checks, and its files are planned', () => {
  using copy = new ScratchCopy(root);
  const inCopy = (file: string): string => path.join(copy.root, file);
  const before = readFileSync(inCopy(table), 'utf8');
  writeFileSync(inCopy('packages/contract/src/records/pin.ts'), schema);
  writeFileSync(
    inCopy(table),
    `import { pinRecord } from './records/pin.ts';\n${before.replace('\n} as const satisfies', `${row}} as const satisfies`)}`,
  );

  const checked = spawnSync(
    process.execPath,
    // One checker takes two thirds of the processor time of the usual four.
    [
      path.join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      'tsconfig.test.json',
      '--checkers',
      '1',
    ],
    { cwd: copy.root, encoding: 'utf8' },
  );
  expect(checked.stdout).toBe('');
  expect(checked.status).toBe(0);

  writeFileSync(inCopy('tools/plan-of-pins.ts'), planOfPins);
  const printed = execFileSync(
    process.execPath,
    ['--conditions=@chatferry/source', 'tools/plan-of-pins.ts'],
    { cwd: copy.root, encoding: 'utf8' },
  );
  expect(JSON.parse(printed)).toMatchObject({ rows: 2, planned: 1, rejected: 1 });
}, 300_000);
