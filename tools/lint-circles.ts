// Reports circles of imports among the sources of a package, with imports that are made late and addresses of worker threads
// among them. The linter's own rule knows neither.
//
//   node tools/lint-circles.ts [FOLDER]
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));

/** A module by its path, however it is imported, and the file of a thread by its name. */
const named = /'(\.{1,2}\/[^']+\.ts)'|\bstartThread\('([\w-]+)'/g;

const graph = new Map(
  globSync(['packages/*/src/**/*.ts', 'tools/src/**/*.ts'], { cwd: root }).map((file) => [
    file,
    [...readFileSync(path.join(root, file), 'utf8').matchAll(named)].map(([, module, thread]) =>
      path.join(path.dirname(file), module ?? `${thread}.ts`),
    ),
  ]),
);

/** Files whose imports were followed to the end without a circle. */
const clear = new Set<string>();

/** The first circle that the imports of a file lead to. @param trail the files that lead to this one */
function circleFrom(file: string, trail: readonly string[]): readonly string[] | undefined {
  const begin = trail.indexOf(file);
  if (begin !== -1) return [...trail.slice(begin), file];
  if (clear.has(file)) return undefined;
  for (const next of graph.get(file) ?? []) {
    const circle = circleFrom(next, [...trail, file]);
    if (circle !== undefined) return circle;
  }
  clear.add(file);
  return undefined;
}

for (const file of graph.keys()) {
  const circle = circleFrom(file, []);
  if (circle === undefined) continue;
  console.error(`A circle of imports: ${circle.join('\n  imports ')}`);
  process.exitCode = 1;
  break;
}
