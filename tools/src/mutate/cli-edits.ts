import type { Edit } from './edit.ts';

const src = 'packages/cli/src';
const test = 'packages/cli/test';

/** Edits of the commands: their status, what they print, and the keys that they find. */
export const cliEdits: readonly Edit[] = [
  {
    file: `${src}/commands/repair.ts`,
    find: "outcome === 'finds-more' ? 'losses' : outcome",
    replace: "outcome === 'finds-more' ? 'done' : outcome",
    effect: 'a repair that still finds differences after two rounds ends with status 0',
    tests: [`${test}/repair.test.ts`],
  },
  {
    file: `${src}/store/worker-keys.ts`,
    find: "replaceAll('-', '_')",
    replace: "replace('-', '_')",
    effect: 'the key of an app whose id has two dashes is not found',
    tests: [`${test}/worker-keys.test.ts`],
  },
  {
    file: `${src}/commands/status.ts`,
    find: 'found.holder === undefined ? undefined : readProgress(job.progress)',
    replace: 'readProgress(job.progress)',
    effect: 'status shows the pace and the wait of a run that was killed',
    tests: [`${test}/status.test.ts`],
  },
  {
    file: `${src}/printing/printable.ts`,
    find: '\\u2028-\\u202e',
    replace: '\\u202a-\\u202e',
    effect: 'a text with U+2028 or U+2029 reaches the terminal',
    tests: [`${test}/printable.test.ts`],
  },
];
