import { stripTypeScriptTypes } from 'node:module';

/** A change of one piece of code that must make at least one test fail. */
export interface Edit {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The wrong behaviour of the changed code. */
  readonly effect: string;
  /** Test files that must detect it, as paths from the root of the repository. */
  readonly tests: readonly string[];
  /** Why no test can detect it; such an edit is listed and not tried. */
  readonly equivalent?: string;
}

/**
 * The code of a file with the edit made.
 * @throws {Error} when its text is not in the file exactly once, or the result is not TypeScript: tests that fail for
 *   that reason detect nothing
 */
export function edited(original: string, { file, find, replace }: Edit): string {
  const parts = original.split(find);
  if (parts.length !== 2)
    throw new Error(
      `${file} contains the text of an edit ${parts.length - 1} times instead of once:\n${find}`,
    );
  const code = parts.join(replace);
  stripTypeScriptTypes(code);
  return code;
}
