import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../shell-blocks/markdown.ts';

const sources = globSync('packages/{job,cli,configuration,client,contract,media}/src/**/*.ts', {
  cwd: root,
}).map((file) => readFileSync(path.join(root, file), 'utf8'));

/** The names of the functions that a module exports. */
export function functionsOf(module: object): string[] {
  return Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'function' && !/^class\b/.test(String(value)) ? [name] : [],
  );
}

/** The example in the docstring of an exported function, as a script; undefined without one. */
export function exampleOf(
  name: string,
  entry: string,
  functions: readonly string[],
): string | undefined {
  const declared = new RegExp(
    String.raw`/\*\*((?:(?!\*/)[^])*)\*/\nexport (?:async )?function\*? ${name}\(`,
  );
  // A package below may have a function of the same name.
  const comments = sources.flatMap((source) => declared.exec(source)?.[1] ?? []);
  const comment = comments.find((each) => each.includes('@example'));
  const [, block] = /@example\n \* ```ts\n([^]*?) \* ```/.exec(comment ?? '') ?? [];
  if (block === undefined) return undefined;
  const code = block.replaceAll(/^ \* ?/gm, '');
  const used = functions.filter((each) => new RegExp(String.raw`\b${each}\(`).test(code));
  return `import { ${used.join(', ')} } from '${entry}';\n${code}`;
}
