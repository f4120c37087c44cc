import type { Edit } from './edit.ts';

const src = 'packages/disk/src';
const test = 'packages/disk/test';
const planner = 'packages/planner/test';
const runner = 'packages/runner/test';

/** Edits of what touches disks: replacement, locks and transactions. */
export const diskEdits: readonly Edit[] = [
  {
    file: `${src}/replace-file.ts`,
    find: '  syncToDisk(finished);\n',
    replace: '',
    effect: 'a plan gets its name before it is on disk',
    tests: [`${planner}/on-disk.test.ts`],
  },
  {
    file: `${src}/replace-file.ts`,
    find: '  syncToDisk(path.dirname(file));\n',
    replace: '',
    effect: 'the name of a plan is not on disk',
    tests: [`${planner}/on-disk.test.ts`],
  },
  {
    file: `${src}/replace-file.ts`,
    find: '  renameSync(finished, file);',
    replace: "  renameSync(finished, file + '.new');",
    effect: 'the plan does not get its name',
    tests: [`${planner}/plan-file.test.ts`],
  },
  {
    file: `${src}/new-file.ts`,
    find: "openSync(file, 'wx+', 0o600)",
    replace: "openSync(file, 'wx+')",
    effect: 'everybody can read a file that is replaced',
    tests: [`${test}/replace-file.test.ts`],
  },
  {
    file: `${src}/lines-file.ts`,
    find: 'publishFile(this.#temporary, this.#path);',
    replace: "process.getBuiltinModule('node:fs').renameSync(this.#temporary, this.#path);",
    effect: 'a file of lines gets its name before it is on disk',
    tests: [`${test}/lines-file.test.ts`],
  },
  {
    file: `${src}/sqlite.ts`,
    find: "if (db.isTransaction) db.exec('ROLLBACK');",
    replace: "if (db.isTransaction) db.exec('COMMIT');",
    effect: 'half of a change that failed stays',
    tests: [`${test}/sqlite.test.ts`, `${runner}/ledger.test.ts`],
  },
  {
    file: `${src}/sqlite.ts`,
    find: 'error.errcode & 0xff',
    replace: 'error.errcode',
    effect: 'an extended result code is not recognised',
    tests: [`${test}/sqlite.test.ts`],
  },
  {
    file: `${src}/file-lock.ts`,
    find: "db.exec('COMMIT; BEGIN IMMEDIATE');",
    replace: "db.exec('COMMIT');",
    effect: 'the lock names its holder and excludes no other process',
    tests: [`${test}/file-lock.test.ts`],
  },
  {
    file: `${src}/disk-full.ts`,
    find: "'ENOSPC', 'EDQUOT', 'EFBIG'",
    replace: "'ENOSPC', 'EFBIG'",
    effect: 'a full quota is not a full disk',
    tests: ['packages/disk/test/replace-file.test.ts'],
  },
  {
    file: `${src}/sqlite.ts`,
    find: "db.exec('BEGIN IMMEDIATE');",
    replace: "db.exec('BEGIN');",
    effect: 'two writers block each other half way',
    tests: ['packages/disk/test/sqlite.test.ts'],
  },
  {
    file: `${src}/file-lock.ts`,
    find: 'if (named?.pid === holder.pid && named.host === holder.host) return;',
    replace: 'if (named !== undefined) return;',
    effect: 'a lock names another process',
    tests: ['packages/disk/test/file-lock.test.ts'],
  },
  {
    file: `${src}/run-heap.ts`,
    find: 'difference === 0 && first < second',
    replace: 'difference === 0 && first > second',
    effect: 'messages of one second change places in a large export',
    tests: ['packages/disk/test/run-heap.test.ts'],
  },
  {
    file: `${src}/sqlite.ts`,
    find: "if (db.isTransaction) db.exec('ROLLBACK');",
    replace: "db.exec('ROLLBACK');",
    effect: 'a full disk is reported as another error',
    tests: [`${test}/sqlite.test.ts`],
  },
  {
    file: 'packages/disk/src/lines-file.ts',
    find: 'if (!this.#isFinished) rmSync(this.#temporary, { force: true });',
    replace: '',
    effect: "a list that was not finished stays with people's texts",
    tests: ['packages/disk/test/lines-file.test.ts'],
  },
  {
    file: 'packages/disk/src/lines-file.ts',
    find: '    for (let written = 0; written < bytes.length;)\n      written += writeSync(this.#descriptor!, bytes, written);',
    replace: '    if (bytes.length > 0) writeSync(this.#descriptor!, bytes, 0);',
    effect: 'what the system did not write at once is missing in a file of lines',
    tests: ['packages/disk/test/lines-file.test.ts'],
  },
  {
    file: 'packages/disk/src/lines-in-file.ts',
    find: "(begun + text).split('\\n')",
    replace: '(begun + text).split(/[\\n\\u2028\\u2029]/)',
    effect: 'what a verification found in texts with a separator of lines is not read again',
    tests: ['packages/disk/test/lines-file.test.ts', 'packages/job/test/marking.test.ts'],
  },
  {
    file: 'packages/disk/src/lines-in-file.ts',
    find: "  if (begun !== '') yield begun;\n",
    replace: '',
    effect: 'the last line of a file without a line break is not read',
    tests: ['packages/disk/test/lines-file.test.ts'],
  },
];
