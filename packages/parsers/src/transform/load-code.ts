import { Console } from 'node:console';
import { createHash } from 'node:crypto';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The module that `import … from 'chatferry'` loads in a configuration, so that the package need not be installed next to the configuration. */
const api = new URL(
  import.meta.url.endsWith('.ts') ? './config-api.ts' : './config-api.js',
  import.meta.url,
).href;

export interface LoadedCode {
  /** The default export. */
  readonly value: unknown;
  /** See `CodePlace`. */
  readonly sha256: string;
}

/**
 * Loads a module of the user. Call it once, in a thread of its own: a thread keeps the modules that it has loaded when their files
 * change.
 *
 * @throws any error that the module throws
 */
export async function loadCode(file: string): Promise<LoadedCode> {
  // The output of the code must not mix with the results of a command.
  globalThis.console = new Console(process.stderr, process.stderr);
  const entry = pathToFileURL(path.resolve(file)).href;
  const own = new Set([entry]);
  const sources = new Map<string, string | Uint8Array>();
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'chatferry') return { url: api, shortCircuit: true };
      const found = next(specifier, context);
      const isOwn =
        found.url === entry || (own.has(context.parentURL ?? '') && isOfUser(found.url));
      if (!isOwn) return found;
      own.add(found.url);
      // Without this, Node searches package.json for the type of the module, and warns when there is none.
      return found.url.endsWith('.ts') ? { ...found, format: 'module-typescript' } : found;
    },
    load: (url, context, next) => {
      const loaded = next(url, context);
      const { source } = loaded;
      if (own.has(url) && source !== undefined && source !== null)
        sources.set(url, typeof source === 'string' ? source : new Uint8Array(source as never));
      return loaded;
    },
  });
  const module = (await import(entry)) as { readonly default?: unknown };
  return { value: module.default, sha256: digestOf(entry, sources) };
}

function isOfUser(url: string): boolean {
  return url.startsWith('file:') && url !== api && !url.includes('/node_modules/');
}

/** The digest depends only on the places of the files relative to each other. */
function digestOf(entry: string, sources: ReadonlyMap<string, string | Uint8Array>): string {
  const hash = createHash('sha256');
  const folder = path.posix.dirname(new URL(entry).pathname);
  const named = Array.from(sources, ([url, source]) => ({
    name: path.posix.relative(folder, new URL(url).pathname),
    source,
  }));
  for (const { name, source } of named.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    hash.update(`${name}\0${source.length}\0`).update(source);
  return hash.digest('hex');
}
