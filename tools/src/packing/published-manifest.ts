import path from 'node:path';
import { isOwn, type Manifest, manifestIn, neededFor, usedBy } from './own-packages.ts';

/** The `package.json` of a published package, which includes the workspace packages that it uses. */
export function publishedManifest(source: string): object {
  const own = manifestIn(source) as Manifest & Readonly<Record<string, unknown>>;
  const { nx: _nx, scripts: _scripts, devDependencies: _development, ...kept } = own;
  const needed = neededFor(source);
  const names = new Set(needed.map(({ name }) => name));
  const all = usedBy(source);
  const optional = othersOf([
    ...all.map(({ peerDependencies }) => peerDependencies),
    // Dependencies of only an optional workspace package are optional too.
    ...all.filter(({ name }) => !names.has(name)).map(({ dependencies }) => dependencies),
  ]);
  return {
    ...kept,
    files: ['bin', 'dist', 'man', '*.schema.json'],
    ...('bin' in own ? { man: ['./man/chatferry.1'] } : {}),
    exports: publishedExports(own.exports, path.basename(source)),
    dependencies: othersOf(needed.map(({ dependencies }) => dependencies)),
    peerDependencies: Object.fromEntries(
      Object.entries(optional).map(([name, version]) => [name, version.replace(/^(?=\d)/, '^')]),
    ),
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(optional).map((name) => [name, { optional: true }]),
    ),
  };
}

/** The third-party packages in the lists, sorted by name. */
function othersOf(lists: readonly Manifest['dependencies'][]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lists
      .flatMap((list) => Object.entries(list ?? {}))
      .filter(([name]) => !isOwn(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function publishedExports(exports: Manifest['exports'], folder: string): object {
  return Object.fromEntries(
    Object.entries(exports).map(([entry, target]) => {
      if (typeof target === 'string') return [entry, target];
      const file = target['@chatferry/source']!.replace('./src/', '').replace(/\.ts$/, '');
      const types = `./dist/types/${folder}/${file}.d.ts`;
      return [entry, { types, default: `./dist/js/${file}.js` }];
    }),
  );
}
