import { readFileSync } from 'node:fs';
import path from 'node:path';

export const workspace: string = path.join(import.meta.dirname, '../../..');

/** The used fields of a `package.json`. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>> | undefined;
  readonly peerDependencies?: Readonly<Record<string, string>> | undefined;
}

/** The folders of the published packages, which include the other packages that they use. */
export type Published = 'cli' | 'job';

/** `@chatferry/job` is in `packages/job`, and `chatferry` in `packages/cli`. */
function folderOf(name: string): string {
  return path.join(
    workspace,
    'packages',
    name === 'chatferry' ? 'cli' : name.replace('@chatferry/', ''),
  );
}

export function isOwn(name: string): boolean {
  return name === 'chatferry' || name.startsWith('@chatferry/');
}

export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The manifests of a package and of its workspace dependencies. */
export function neededFor(folder: string): Manifest[] {
  return reachable(folder, ({ dependencies }) => dependencies);
}

/** Like `neededFor`, with the optional workspace packages, which are used when they are installed. */
export function usedBy(folder: string): Manifest[] {
  return reachable(folder, (each) => ({ ...each.dependencies, ...each.peerDependencies }));
}

function reachable(
  folder: string,
  uses: (manifest: Manifest) => Manifest['dependencies'],
): Manifest[] {
  const found = new Map<string, Manifest>();
  const visit = (manifest: Manifest): void => {
    if (found.has(manifest.name)) return;
    found.set(manifest.name, manifest);
    for (const name of Object.keys(uses(manifest) ?? {}))
      if (isOwn(name)) visit(manifestIn(folderOf(name)));
  };
  visit(manifestIn(folder));
  return [...found.values()];
}

/** The source file of an import such as `@chatferry/job/planned`. */
export function sourceOf(specifier: string): string {
  const name = specifier.split('/').slice(0, 2).join('/');
  const entry = `.${specifier.slice(name.length)}`;
  const target = manifestIn(folderOf(name)).exports[entry];
  if (typeof target !== 'object') throw new Error(`${specifier} has no source`);
  return path.join(folderOf(name), target['@chatferry/source']!);
}
