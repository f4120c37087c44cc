import type { Edit } from './edit.ts';

const src = 'packages/job/src';
const test = 'packages/cli/test';

/** Edits of the job: what keeps a job's ledger, and reports what changed. */
export const jobEdits: readonly Edit[] = [
  {
    file: `${src}/folder/ledger-state.ts`,
    find: 'pending < planned',
    replace: 'planned > 0 && pending === 0',
    effect: 'a job whose users are sent in part counts as untouched',
    tests: [`${test}/kept-ledger.test.ts`],
  },
  {
    file: `${src}/folder/ledger-state.ts`,
    find: "['', '-wal', '-shm']",
    replace: "['']",
    effect: 'the write-ahead log of a ledger that is removed stays',
    tests: [`${test}/kept-ledger.test.ts`],
  },
  {
    file: `${src}/planning/plan-inputs.ts`,
    find: "if (ledgerState(job) === 'untouched') removeLedger(job);",
    replace: "if (ledgerState(job) !== 'begun') removeLedger(job);",
    effect: 'the ledger of a plan that is damaged or gone is removed',
    tests: [`${test}/kept-ledger.test.ts`],
  },
  {
    file: `${src}/planning/changed-since.ts`,
    find: 'now.mtimeMs === modifiedMs',
    replace: 'now.mtimeMs <= modifiedMs',
    effect: 'an older file of the same size gives no warning',
    tests: [`${test}/kept-ledger.test.ts`],
  },
  {
    file: `${src}/verifying/verify-plan.ts`,
    find: ' || placeOf(before.target) !== placeOf(target)',
    replace: '',
    effect: 'what was found in another app counts for this one',
    tests: [`${test}/verify.test.ts`],
  },
  {
    file: `${src}/planning/compile-plan.ts`,
    find: '[job.idMap, job.verification, job.differences, job.heldRecords, job.report]',
    replace: '[job.idMap, job.heldRecords, job.report]',
    effect: 'the verification of the plan before stays',
    tests: [`${test}/verify.test.ts`],
  },
  {
    file: `${src}/verifying/retry-what-is-missing.ts`,
    find: `    if (field !== '' || held !== 0) continue;
`,
    replace: `    if (field !== '') continue;
`,
    effect: 'a record that is doubled is sent once more',
    tests: [`${test}/verify.test.ts`],
  },
  {
    file: `${src}/accounting/sums.ts`,
    find: '(rejected - excluded) + unresolved + notAsPlanned',
    replace: '(rejected - excluded) + notAsPlanned',
    effect: 'a run with unresolved records ends with 0',
    tests: [`${test}/run.test.ts`],
  },
  {
    file: `${src}/planning/other-kinds.ts`,
    find: 'counting === reading ? whens : false',
    replace: 'whens',
    effect: 'a row of no kind is counted once for each kind of its file',
    tests: [`${test}/several-kinds.test.ts`],
  },
  {
    file: `${src}/failed-rows/rows-from-file.ts`,
    find: 'if (line === before && lines.has(line)) return false;',
    replace: '',
    effect: 'of rows that share a line, another one is written as failed',
    tests: [`${test}/failed-rows.test.ts`],
  },
];
