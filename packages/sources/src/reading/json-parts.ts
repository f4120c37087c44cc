import { isObject, type Row } from '@chatferry/contract';
import { readValues } from '@chatferry/parsers';
import type { Archive, Entry } from '../archive/archive.ts';
import { type Element, parsedOr } from './elements.ts';

/** A value inside a JSON document. */
export interface JsonPart extends Element {
  /** The path that leads to it, as in `channels[*].messages[*]`. */
  readonly path: string;
  /** Index of the element of the outermost list that it is in; 0 where it is that element itself, or in no list. */
  readonly within: number;
}

/** Documents up to this size are parsed in one step, which is several times as fast as part by part. */
const WHOLE_BYTES = 4 * 1024 * 1024;

/**
 * The values of a JSON document that some paths lead to, in batches; the line of each is its number among those of its
 * path, from 1. Memory use does not grow with the document. A broken value spoils only itself.
 *
 * @param paths none leads into a value that another one leads to
 * @throws {InputError} for a document that is cut off
 */
export async function* jsonParts(
  archive: Archive,
  entry: Entry,
  paths: readonly string[],
): AsyncGenerator<readonly JsonPart[]> {
  if (entry.bytes <= WHOLE_BYTES) {
    const document = parsedOr(await archive.bytesOf(entry));
    if (document !== undefined) {
      for (const path of paths) yield partsAt(document, path);
      return;
    }
  }
  const lines = paths.map(() => 0);
  const file = archive.placeOf(entry);
  for await (const found of readValues(archive.piecesOf(entry), file, paths))
    yield found.map(({ path, keys, text }) => {
      const place = { path: paths[path]!, line: ++lines[path]!, within: outerIndex(keys) };
      try {
        return { ...place, value: JSON.parse(text) as unknown };
      } catch {
        return { ...place, value: undefined, broken: text };
      }
    });
}

/** Keys may look like indexes; those of the exports that are read so do not. */
function outerIndex(keys: readonly (string | undefined)[]): number {
  const index = keys.slice(0, -1).find((key) => key !== undefined && /^\d+$/.test(key));
  return Number(index ?? 0);
}

interface Reached {
  readonly value: unknown;
  readonly indexes: readonly number[];
}

function partsAt(document: unknown, path: string): JsonPart[] {
  const steps = path.match(/[^.[\]*]+|\[\*\]/g) ?? [];
  let reached: readonly Reached[] = [{ value: document, indexes: [] }];
  for (const [depth, step] of steps.entries()) {
    const isLast = depth === steps.length - 1;
    reached = reached.flatMap(({ value, indexes }): readonly Reached[] => {
      if (step !== '[*]') {
        const isHere = isObject(value) && Object.hasOwn(value, step);
        return isHere ? [{ value: (value as Row)[step], indexes }] : [];
      }
      const elements: readonly unknown[] = Array.isArray(value) ? value : [];
      return elements.map((each, index) => ({
        value: each,
        indexes: isLast ? indexes : [...indexes, index],
      }));
    });
  }
  return reached.map(({ value, indexes }, index) => ({
    path,
    line: index + 1,
    within: indexes[0] ?? 0,
    value,
  }));
}
