import { isObject, type Kind, kinds } from '@chatferry/contract';
import { sourcesOf } from '../mapping/convert-rule.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { KEY, PARENT, parsePath, type Step, TOP } from '../mapping/source-path.ts';
import { pathOf } from '../mapping/targets.ts';

/** A kind that is read from a file, and its mapping. */
export interface KindReading {
  readonly kind: Kind;
  readonly mapping: KindMapping;
}

/** Keys of objects that repeat another message of the export. */
const copies =
  /last|latest|newest|recent|quot|pinned|preview|reply|replied|parent|forward|origin|refer/i;

/** Whether the name of a key suggests that its object repeats another message of the export. */
export function isCalledCopy(key: string): boolean {
  return copies.test(key);
}

/** First steps of paths that lead out of a row. */
const elsewhere: ReadonlySet<Step | undefined> = new Set([KEY, PARENT, TOP, '$file', '$folder']);

type Keys = ReadonlySet<Step | undefined>;

/** Recognises messages of a file: objects with a text and at least one other field that the mapping reads from messages. */
export class MessageShape {
  readonly #shapes: readonly { readonly text: Keys; readonly others: Keys }[];

  /** @param readings all kinds that are read from the file */
  constructor(readings: readonly KindReading[]) {
    this.#shapes = readings
      .filter(({ kind }) => kinds[kind].lanes === 'conversation')
      .map(({ kind, mapping }) => {
        const { key, time, references } = kinds[kind];
        const fields = [key, time!, ...references.map(({ field }) => field)];
        const text = pathsFor(kind, mapping, ['data.text']);
        const others = pathsFor(kind, mapping, fields);
        const around = commonSteps([...text, ...others]);
        const keys = (paths: readonly (readonly Step[])[], own: readonly string[]): Keys => {
          const named = paths.map((steps) => steps[around]);
          return new Set([...named, ...(around > 0 || named.length > 0 ? [] : own)]);
        };
        return { text: keys(text, ['text']), others: keys(others, fields) };
      });
  }

  fits(value: unknown): boolean {
    if (!isObject(value)) return false;
    const keys = Object.keys(value);
    return this.#shapes.some(
      ({ text, others }) =>
        keys.some((key) => text.has(key) && typeof value[key] === 'string') &&
        keys.some((key) => others.has(key) && !text.has(key)),
    );
  }

  /** As `fits`, for a value under a key whose name may show that the value repeats another message. */
  fitsUnder(key: string, value: unknown): boolean {
    return !isCalledCopy(key) && this.fits(value);
  }

  /** Whether a value under a key is a message whose text nothing reads. @param read the keys of the value that are read */
  lacksText(key: string, value: unknown, read: ReadonlyMap<Step, unknown>): boolean {
    const isRead = ({ text }: { readonly text: Keys }): boolean =>
      [...text].some((name) => name !== undefined && read.has(name));
    return this.fitsUnder(key, value) && !this.#shapes.some(isRead);
  }
}

/** The number of steps to the object that contains all read fields of a row: 0 unless rows are wrapped in an object. */
function commonSteps(paths: readonly (readonly Step[])[]): number {
  const [first, ...others] = paths;
  if (first === undefined) return 0;
  const end = first.findIndex((step, index) =>
    others.some((steps) => steps[index] !== step || steps.length === index + 1),
  );
  return Math.min(end === -1 ? first.length : end, first.length - 1);
}

/** The places in a row from which fields are read, by columns or rules. */
function pathsFor(
  kind: Kind,
  { columns = {}, convert = {} }: KindMapping,
  fields: readonly string[],
): (readonly Step[])[] {
  const isFor = (name: string): boolean => fields.includes(pathOf(kind, name).join('.'));
  return [
    ...Object.keys(columns).filter((name) => [columns[name]!].flat().some(isFor)),
    ...Object.entries(convert).flatMap(([name, rule]) => (isFor(name) ? sourcesOf(rule) : [])),
  ]
    .map(parsePath)
    .filter(({ up, steps: [root] }) => up === 0 && !elsewhere.has(root))
    .map(({ steps }) => steps);
}
