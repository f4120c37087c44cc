// Reports test files that are not named after what they test: the name of a test, or of its folder, contains that of a file or room
// of the sources, a command, a page or a folder of test data. What tests a promise of several parts is a sentence in `test/promises`.
//
//   node tools/lint-test-names.ts [FOLDER]
import { globSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));

/** From the lowest layer to the highest: a test may be named after what is below its package. */
const packages = [
  'disk',
  'contract',
  'parsers',
  'planner',
  'client',
  'local-service',
  'runner',
  'sources',
  'job',
  'fleet',
  'drafts',
  'view',
  'configuration',
  'output',
  'cli',
];

/** The words of a name in the singular, between hyphens, so that one name can be looked for in another one. */
function wordsIn(name: string): string {
  const words = name.toLowerCase().split('-');
  return `-${words.map((word) => word.replace(/ies$/, 'y').replace(/s$/, '')).join('-')}-`;
}

function namesIn(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).map((file) => path.basename(file).replace(/\.\w+$/, ''));
}

const everywhere = [
  ...['*.md', 'docs/**/*.md', 'docs', 'samples/*'].flatMap(namesIn),
  ...namesIn('packages/cli/src/commands/*.ts'),
];

/** Names after which tests of a package may be named. */
function subjectsOf(folder: string): readonly string[] {
  const level = packages.indexOf(path.basename(folder));
  const below = (level === -1 ? packages : packages.slice(0, level)).map((name) =>
    path.join('packages', name),
  );
  const own = [`${folder}/test/*/`, `${folder}/*.*`].flatMap(namesIn);
  const names = [...below, folder].flatMap((each) => namesIn(`${each}/src/**`));
  return [...everywhere, ...own, ...names]
    .filter((name) => name.length > 2 && !['src', 'index', 'support'].includes(name))
    .map(wordsIn);
}

for (const folder of [...packages.map((name) => path.join('packages', name)), 'tools']) {
  const subjects = subjectsOf(folder);
  for (const file of globSync(`${folder}/test/**/*.test.ts`, { cwd: root })) {
    if (file.includes('/promises/')) continue;
    const names = [path.basename(file, '.test.ts'), path.basename(path.dirname(file))].map(wordsIn);
    if (names.some((name) => subjects.some((subject) => name.includes(subject)))) continue;
    process.stderr.write(`${file}: name it after a file, a room, a command or a page\n`);
    process.exitCode = 1;
  }
}
