import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { quoted } from '@chatferry/output/printing/quoted';
import type { Io } from '@chatferry/output/terms/io';

const LINKED = path.join('node_modules', '.bin', 'chatferry');

/**
 * The command that starts chatferry from the same folder: `chatferry` if the shell finds it, otherwise the link that npm
 * created. npm and npx would work too, but they do not forward signals.
 *
 * @param exists whether there is a file at a path
 */
export function programName(
  env: Io['env'],
  exists: (file: string) => boolean = existsSync,
): string {
  if (foldersOfShell(env).some((folder) => exists(path.join(folder, 'chatferry'))))
    return 'chatferry';
  if (exists(LINKED)) return LINKED;
  return env['npm_lifecycle_event'] === 'npx' ? `npx ${givenToNpx(env)}` : 'chatferry';
}

/** The folders of PATH, without the folders that npm adds for the commands it starts. */
function foldersOfShell(env: Io['env']): string[] {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const isByNpm = env['npm_lifecycle_event'] !== undefined;
  return isByNpm ? folders.filter((folder) => !folder.includes('node_modules')) : folders;
}

/** The package that npx was asked to start, by its name or by a file that contains it. */
function givenToNpx({ PATH = '' }: Io['env']): string {
  const cache = PATH.split(path.delimiter).find((folder) => NPX_CACHE.test(folder));
  if (cache === undefined) return 'chatferry';
  const folder = path.join(cache, '../..');
  const spec = specIn(path.join(folder, 'package.json'));
  if (spec?.startsWith('file:') !== true) return 'chatferry';
  const file = path.relative('', path.resolve(folder, spec.slice('file:'.length)));
  return quoted(file.startsWith('.') ? file : `./${file}`);
}

/** npx installs programs into such folders. */
const NPX_CACHE = /[/\\]_npx[/\\][^/\\]+[/\\]node_modules[/\\]\.bin$/;

function specIn(manifest: string): string | undefined {
  try {
    const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      dependencies?: Readonly<Record<string, string>>;
    };
    return dependencies?.['chatferry'];
  } catch {
    return undefined;
  }
}
