import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A safeguard in the sources, and what is there instead while it is switched off. */
export interface Safeguard {
  /** The file with the safeguard. */
  readonly file: URL;
  /** Its text there; it occurs once. */
  readonly code: string;
  /** Absent: nothing. */
  readonly instead?: string;
}

const switchedOff: Safeguard[] = [];
let isListening = false;

/**
 * Imports a module as it is without a safeguard. All modules of its package and of that of the safeguard are loaded once more for
 * it; other packages are the same as ever.
 *
 * @throws when the safeguard is not where the test expects it
 */
export async function importWithout<Module>(module: URL, safeguard: Safeguard): Promise<Module> {
  const { file, code } = safeguard;
  if (readFileSync(file, 'utf8').split(code).length !== 2)
    throw new Error(`${fileURLToPath(file)} does not have this once: ${code}`);
  listen();
  const number = switchedOff.push(safeguard) - 1;
  return (await import(`${module.href}?without=${number}`)) as Module;
}

const QUERY = /\?without=(\d+)$/;

function listen(): void {
  if (isListening) return;
  isListening = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      const { parentURL = '' } = context;
      const match = QUERY.exec(parentURL);
      if (match === null) return resolved;
      const changed = [parentURL, switchedOff[Number(match[1])]!.file.href].map(packageOf);
      const url = changed.includes(packageOf(resolved.url))
        ? resolved.url + match[0]
        : resolved.url;
      return { ...resolved, url };
    },
    load(url, context, nextLoad) {
      const match = QUERY.exec(url);
      if (match === null) return nextLoad(url, context);
      const loaded = nextLoad(url.slice(0, match.index), context);
      const { file, code, instead = '' } = switchedOff[Number(match[1])]!;
      if (url.slice(0, match.index) !== file.href) return loaded;
      return { ...loaded, source: readFileSync(file, 'utf8').replace(code, () => instead) };
    },
  });
}

/** Undefined for what is in no package of the sources. */
function packageOf(url: string): string | undefined {
  return /^file:.*\/packages\/[^/]+\/src\//.exec(url)?.[0] ?? url;
}
