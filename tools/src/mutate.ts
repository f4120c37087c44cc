// Makes wrong edits one by one in a copy of the repository, and reports which of them the tests detect.
//
//   npm run mutate                     all edits
//   npm run mutate -- runner           those of packages/runner
//   npm run mutate -- runner gate      those of them whose file or effect contains the word
//   npm run mutate -- --check          only that the text of each edit is still in its file
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Edit, edited } from './mutate/edit.ts';
import { edits } from './mutate/edits.ts';
import { runTests } from './mutate/run-tests.ts';
import { ScratchCopy } from './mutate/scratch-copy.ts';

const root = path.join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
});
const [packageName, word = ''] = positionals;
const chosen = edits.filter(
  ({ file, effect }) =>
    (packageName === undefined || file.startsWith(`packages/${packageName}/`)) &&
    `${file} ${effect}`.includes(word),
);
if (chosen.length === 0) throw new Error(`No edit is listed for ${positionals.join(' ')}.`);

// All are checked before the first is tried: an outdated table ends the program at the start.
const stale = chosen.flatMap((edit) => whyStale(edit) ?? []);
if (stale.length > 0) throw new Error(stale.join('\n\n'));
if (values.check) console.log(`The texts of ${chosen.length} edits are in their files.`);
else await tryAll();

async function tryAll(): Promise<void> {
  using copy = new ScratchCopy(root);
  const tests = [...new Set(chosen.flatMap((edit) => edit.tests))];
  const unedited = await runTests(copy.root, tests);
  if (!unedited.passed) throw new Error(`The tests fail without an edit:\n${unedited.output}`);

  const tried = chosen.filter(({ equivalent }) => equivalent === undefined);
  let noticed = 0;
  for (const edit of tried) {
    const { passed } = await copy.with(edit.file, codeWith(edit, copy.root), () =>
      runTests(copy.root, edit.tests),
    );
    if (!passed) noticed++;
    console.log(`${passed ? 'SURVIVED' : 'noticed '}  ${edit.file}: ${edit.effect}`);
  }
  for (const { file, effect, equivalent } of chosen)
    if (equivalent !== undefined) console.log(`equal     ${file}: ${effect} (${equivalent})`);
  console.log(`${noticed} of ${tried.length} edits detected.`);
  if (noticed < tried.length) process.exitCode = 1;
}

function codeWith(edit: Edit, where: string = root): string {
  return edited(readFileSync(path.join(where, edit.file), 'utf8'), edit);
}

function whyStale(edit: Edit): string | undefined {
  try {
    codeWith(edit);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
