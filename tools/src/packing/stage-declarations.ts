import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isOwn, manifestIn, type Published, sourceOf, workspace } from './own-packages.ts';

const packages = path.join(workspace, 'packages');

/** The module names in `from '…'` and `import('…')`. */
const imported = /(?<=\bfrom '|\bfrom "|\bimport\('|\bimport\(")[^'"]+/g;

/**
 * Adds the types to a staged package: the declarations by `tsc -b` that its entry points reach. An import of another workspace package
 * becomes an import of its file.
 */
export function stageDeclarations(published: Published, folder: string): void {
  const types = path.join(folder, 'dist/types');
  const copied = new Set<string>();
  const copy = (source: string): void => {
    if (copied.has(source)) return;
    copied.add(source);
    const found: string[] = [];
    const text = declarationOf(source).replaceAll(imported, (specifier) => {
      const target = fileOf(specifier, source);
      if (target === undefined) return specifier;
      found.push(target);
      const relative = path.relative(path.dirname(placeOf(source)), placeOf(target));
      return `${relative.startsWith('.') ? '' : './'}${relative.replace(/\.ts$/, '.js')}`;
    });
    const to = path.join(types, placeOf(source));
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(
      to.replace(/\.ts$/, '.d.ts'),
      text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
    );
    for (const each of found) copy(each);
  };
  for (const target of Object.values(manifestIn(path.join(packages, published)).exports))
    if (typeof target === 'object')
      copy(path.join(packages, published, target['@chatferry/source']!));
}

/** The path of a source file's declarations in the folder of types. */
function placeOf(source: string): string {
  return path.relative(packages, source).replace('/src/', '/');
}

function declarationOf(source: string): string {
  const file = source.replace('/src/', '/dist/').replace(/\.ts$/, '.d.ts');
  return readFileSync(file, 'utf8');
}

/** The source file of an import; undefined for third-party packages. */
function fileOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.'))
    return path.join(path.dirname(from), specifier).replace(/\.js$/, '.ts');
  return isOwn(specifier.split('/')[0]!) || specifier.startsWith('@chatferry/')
    ? sourceOf(specifier)
    : undefined;
}
