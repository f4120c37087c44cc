// Keeps the "references" of every tsconfig.json equal to the workspace dependencies of its package.json.
//
//   node tools/sync-references.ts           writes what is stale
//   node tools/sync-references.ts --check   only says so, and exits 1
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const checkOnly = process.argv.includes('--check');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const folders = new Map<string, string>();
for (const file of globSync('packages/*/package.json').toSorted())
  folders.set(readJson(file).name, path.dirname(file));

let stale = 0;

function setReferences(file: string, used: string[]): void {
  const before = readJson(file);
  const references = used.map((folder) => ({ path: folder }));
  if (JSON.stringify(before.references) === JSON.stringify(references)) return;
  stale++;
  console.log(`${checkOnly ? 'stale' : 'updated'}: ${file}`);
  if (!checkOnly)
    writeFileSync(file, JSON.stringify({ ...before, references }, undefined, 2) + '\n');
}

for (const folder of folders.values()) {
  const { dependencies = {} } = readJson(path.join(folder, 'package.json'));
  const used = Object.keys(dependencies)
    .map((name) => folders.get(name))
    .filter((other) => other !== undefined);
  setReferences(
    path.join(folder, 'tsconfig.json'),
    used.map((other) => path.relative(folder, other)),
  );
}
setReferences(
  'tsconfig.json',
  [...folders.values()].map((folder) => `./${folder}`),
);

if (checkOnly && stale > 0) process.exit(1);
