// Changes operators, conditions and values in a sample of a package's files, one at a time and in a copy of the working
// tree, runs the package's tests, and prints each change that no test detects.
//
//   npm run mutate -- contract                          two files, drawn at random
//   npm run mutate -- runner --files 5 --seed 42        five files, the same ones each time
//   npm run mutate -- contract src/ids.ts               the named files
//   npm run mutate -- runner src/run.ts --tests 'test/run*.test.ts'
//                                                       runs only these tests: faster, but other tests may detect more changes
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from './generate/random.ts';
import { ScratchCopy } from './processes/scratch-copy.ts';

const root = path.join(import.meta.dirname, '../..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '2' },
    tests: { type: 'string', default: 'test/**/*.test.ts' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
const [name, ...named] = positionals;
const known = globSync('packages/*', { cwd: root }).map((each) => path.basename(each));
if (name === undefined || !known.includes(name))
  throw new RangeError(`Name a package: ${known.toSorted().join(', ')}.`);

const folder = path.join('packages', name);
using copy = new ScratchCopy(root);
const files = named.length > 0 ? named : sampleOf(path.join(root, folder));
console.log(`Seed ${values.seed}: ${files.join(', ')}`);

writeFileSync(
  path.join(copy.root, folder, 'vitest.mutate.ts'),
  // Workers start once for many changes, so a large heap from the start would only cost time.
  `import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';
const merged = mergeConfig(config, {});
merged.test.execArgv = ['--conditions=@chatferry/source'];
merged.test.include = [${JSON.stringify(values.tests)}];
// These tests change the text of sources, which differs in the copy.
merged.test.exclude = ['**/node_modules/**', 'test/promises/**'];
export default merged;
`,
);
writeFileSync(
  path.join(copy.root, folder, 'stryker.config.json'),
  JSON.stringify({
    inPlace: true, // The folder is a copy, and packages find one another by their relative paths.
    mutate: files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutate.ts', related: true },
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, allowColor: false, logTests: false },
    ignoreStatic: true,
    concurrency: Math.max(1, availableParallelism() - 1),
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 60, // The machine may be busy with other work.
    allowEmpty: true,
  }),
);
const stryker = path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const { status } = spawnSync(process.execPath, [stryker, 'run'], {
  cwd: path.join(copy.root, folder),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

/** Files that contain code, drawn at random from the seed. */
function sampleOf(from: string): readonly string[] {
  const random = new Random(Number(values.seed));
  const all = globSync('src/**/*.ts', { cwd: from })
    .toSorted()
    .filter((file) => /\b(?:if|return|for)\b/.test(readFileSync(path.join(from, file), 'utf8')));
  return all
    .map((file) => ({ file, rank: random.next() }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, Number(values.files))
    .map(({ file }) => file);
}
