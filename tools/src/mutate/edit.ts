import { stripTypeScriptTypes } from 'node:module';

/** A change of one piece of code after which at least one test has to fail. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What the changed code does wrong. */
  readonly effect: string;
  /** Test files that have to notice, from the root of the repository. */
  readonly tests: readonly string[];
  /** Why no test can notice; such an edit is listed and not tried. */
  readonly equivalent?: string;
}

/**
 * The code of a file with the edit made.
 * @throws {Error} when its text is not in the file exactly once, or the result is not TypeScript: tests that fail over
 *   that notice nothing
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
