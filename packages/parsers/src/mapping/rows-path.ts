import { placeOf } from './place.ts';
import { EACH, EACH_KEY, EACH_VALUE, parsePath, type Step } from './source-path.ts';

/** The place of rows in a document. */
export interface RowsPath {
  readonly steps: readonly Step[];
  /** The path in the form of printed places: `chats.*.messages.*`. */
  readonly text: string;
  /** Name → the step whose key is a value of the row. Empty for a path without names. */
  readonly names: ReadonlyMap<string, number>;
}

const name = /^\{(?<name>[A-Za-z_][\w-]*)\}$/;

/**
 * Whether a pattern names the rows: `chats/{guid}/messages/{muid}`, where each name means a key of the row's path. Such a document is a
 * tree of documents.
 */
export function isPattern(text: string | undefined): boolean {
  return text?.split('/').some((part) => name.test(part)) === true;
}

/** The fault of a pattern, as the end of a sentence; undefined for a correct pattern. */
export function patternFault(text: string): string | undefined {
  const parts = text.split('/');
  const names = parts.flatMap((part) => name.exec(part)?.groups?.['name'] ?? []);
  if (parts.includes('')) return 'has a part without a name between its slashes';
  if (!name.test(parts.at(-1)!)) return 'must end with the name of each row, as in users/{uid}';
  if (new Set(names).size < names.length) return 'has a name twice';
  return undefined;
}

/** Reads the path of rows, or a pattern. */
export function rowsPath(text: string): RowsPath {
  if (!isPattern(text)) return { ...parsePath(text), names: new Map() };
  const names = new Map<string, number>();
  const steps = text.split('/').map((part, index): Step => {
    const found = name.exec(part)?.groups?.['name'];
    if (found === undefined) return part;
    names.set(found, index);
    return EACH_VALUE;
  });
  return { steps, text: placeOf(steps), names };
}

/** The names of a pattern; none for a path. */
export function namesOfRows(rows: string | undefined): readonly string[] {
  return rows === undefined ? [] : [...rowsPath(rows).names.keys()];
}

/** The steps of a path in a tree of documents, where a collection may be a list or an object. */
export function inTree(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => (step === EACH || step === EACH_KEY ? EACH_VALUE : step));
}
