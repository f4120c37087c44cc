import { existsSync } from 'node:fs';
import path from 'node:path';

const LINKED = path.join('node_modules', '.bin', 'chatferry');

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The command that starts chatferry from the same folder: its name where the shell finds it, otherwise the link that npm
 * made. npm and npx would work too, but they do not forward signals.
 *
 * @param exists whether there is a file at a path
 */
export function programName(
  env: Environment,
  exists: (file: string) => boolean = existsSync,
): string {
  if (foldersOfShell(env).some((folder) => exists(path.join(folder, 'chatferry'))))
    return 'chatferry';
  if (exists(LINKED)) return LINKED;
  return env['npm_lifecycle_event'] === 'npx' ? 'npx chatferry' : 'chatferry';
}

/** The folders of PATH, without those that npm adds for the commands it starts. */
function foldersOfShell(env: Environment): string[] {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const isByNpm = env['npm_lifecycle_event'] !== undefined;
  return isByNpm ? folders.filter((folder) => !folder.includes('node_modules')) : folders;
}
