import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { isOwn, manifestIn, type Published, workspace } from './own-packages.ts';
import { publishedManifest } from './published-manifest.ts';

/** The JSON Schemas of a package, which editors and programs read. */
export const schemas = ['chatferry.schema.json', 'chatferry.results.schema.json'];

/**
 * Writes an installable package into a folder. The workspace packages that it uses are bundled as a few JavaScript files; third-party
 * packages are its dependencies.
 */
export async function stagePackage(published: Published, folder: string): Promise<void> {
  const source = path.join(workspace, 'packages', published);
  mkdirSync(folder, { recursive: true });
  for (const name of ['bin', ...schemas, 'README.md', 'LICENSE'])
    if (existsSync(path.join(source, name)))
      cpSync(path.join(source, name), path.join(folder, name), { recursive: true });
  const manifest = publishedManifest(source);
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await bundle(source, path.join(folder, 'dist/js'));
  if (published === 'cli') writeManual(folder);
}

/** Writes the manual page. After `npm install --global`, `man chatferry` shows it. */
function writeManual(folder: string): void {
  const main = path.join(workspace, 'packages/cli/src/main.ts');
  const page = execFileSync(process.execPath, ['--conditions=@chatferry/source', main, 'man']);
  mkdirSync(path.join(folder, 'man'));
  writeFileSync(path.join(folder, 'man/chatferry.1'), page);
}

async function bundle(source: string, folder: string): Promise<void> {
  const code = await rolldown({
    input: Object.fromEntries(
      entriesOf(source).map((file) => [path.basename(file, '.ts'), path.join(workspace, file)]),
    ),
    platform: 'node',
    resolve: { conditionNames: ['@chatferry/source', 'node', 'import', 'default'] },
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !isOwn(id),
  });
  await code.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await code.close();
}

/** The entry points of the bundle: exports, the program, and modules that are loaded by file name (threads and the configuration API). */
function entriesOf(source: string): string[] {
  const exported = Object.values(manifestIn(source).exports).flatMap((target) =>
    typeof target === 'object' ? [path.join(source, target['@chatferry/source']!)] : [],
  );
  return [
    ...exported,
    ...globSync(path.join(source, 'src/main.ts')),
    path.join(workspace, 'packages/parsers/src/transform/config-api.ts'),
    ...globSync(path.join(workspace, 'packages/*/src/**/*-worker.ts')),
  ].map((file) => path.relative(workspace, file));
}
