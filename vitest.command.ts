import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const root = import.meta.dirname;
const bundles = path.join(root, 'packages/cli/.bundle');
const DAY_MS = 86_400_000;

/** The entry point of the command, and the modules that it finds by their file: threads, and what configurations import. */
const entries = [
  'packages/cli/src/main.ts',
  'packages/parsers/src/transform/config-api.ts',
  ...globSync('packages/*/src/**/*-worker.ts', { cwd: root }),
];

/**
 * Bundles the sources of the command for the processes that tests start: one file loads in half the time of 800 modules.
 * The folder of a bundle is named after the content of what it is made of, so a test never runs an outdated one.
 */
export async function setup(): Promise<void> {
  const folder = path.join(bundles, fingerprint());
  if (!existsSync(folder)) await build(folder);
  utimesSync(folder, new Date(), new Date());
  for (const other of readdirSync(bundles).map((name) => path.join(bundles, name)))
    if (Date.now() - statSync(other).mtimeMs > DAY_MS) rmSync(other, { recursive: true });
  process.env['CHATFERRY_TEST_COMMAND'] = path.join(folder, 'main.js');
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const patterns = [
    'vitest.command.ts',
    'package-lock.json',
    'packages/*/{package.json,src/**/*.*}',
  ];
  for (const file of globSync(patterns, { cwd: root }).toSorted())
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

async function build(folder: string): Promise<void> {
  const own = `${folder}.${process.pid}`;
  const bundle = await rolldown({
    input: Object.fromEntries(
      entries.map((file) => [path.basename(file, '.ts'), path.join(root, file)]),
    ),
    platform: 'node',
    resolve: { conditionNames: ['@chatferry/source', 'node', 'import', 'default'] },
    // What the harnesses change before the command starts, and what finds its own files.
    external: ['pg', 'mysql2', /^mysql2\//],
  });
  await bundle.write({ dir: own, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true }); // Another package's tests have built the same.
  }
}
