import { isEach, KEY, type SourcePath, type Step } from '../mapping/source-path.ts';
import type { Chunk, ParentsOfRows } from './chunk.ts';

/** An object around the rows whose fields they read. */
export interface ParentLevel {
  /** Levels to go up from a row, from 1. */
  readonly up: number;
  /** The path of the objects. */
  readonly object: readonly Step[];
  /** The keys that are read. */
  readonly keep: ReadonlySet<string>;
}

/** The paths of the objects around the rows at a path, innermost first. */
export function objectsAround(rows: readonly Step[]): (readonly Step[])[] {
  const objects = rows.flatMap((step, index) =>
    isEach(step) || /^\d+$/.test(step as string) ? [] : [rows.slice(0, index)],
  );
  return objects.toReversed();
}

/** The objects around the rows at a path that other paths read with `^.`. */
export function parentLevels(rows: readonly Step[], read: readonly SourcePath[]): ParentLevel[] {
  return objectsAround(rows).flatMap((object, index) => {
    const up = index + 1;
    const inside = read.filter((path) => path.up === up && path.text !== KEY);
    const keys = inside.flatMap(({ steps, text }) => [steps[0]!, text]);
    const keep = new Set(keys.filter((key) => typeof key === 'string'));
    return inside.length === 0 ? [] : [{ up, object, keep }];
  });
}

/** Reads the objects around rows in the order of the file, in step with the rows. Keeps only the current one. */
export class ParentReader {
  readonly #chunks: AsyncGenerator<Chunk>;
  #chunk: Chunk | undefined;
  #row = -1;
  #number = 0;
  #text: string | undefined;

  /** @param chunks whose rows are these objects */
  constructor(chunks: AsyncGenerator<Chunk>) {
    this.#chunks = chunks;
  }

  /**
   * The text of an object; undefined when it is too large or incomplete.
   *
   * @param number from 1; not below the number of the previous call
   */
  async textOf(number: number): Promise<string | undefined> {
    while (this.#number < number && (await this.#advance())) this.#number++;
    return this.#text;
  }

  async close(): Promise<void> {
    await this.#chunks.return(undefined);
  }

  async #advance(): Promise<boolean> {
    this.#row++;
    while (this.#chunk === undefined || this.#row === this.#chunk.rows) {
      const next = await this.#chunks.next();
      this.#text = undefined;
      if (next.done === true) return false;
      this.#chunk = next.value;
      this.#row = 0;
    }
    const { bytes, starts, ends, faults } = this.#chunk;
    const isWhole = faults.every(({ row }) => row !== this.#row);
    const own = bytes.subarray(starts[this.#row], ends[this.#row]);
    this.#text = isWhole ? Buffer.from(own).toString() : undefined;
    return true;
  }
}

/**
 * Adds to each chunk the objects around its rows.
 *
 * @param takeNumbers returns, for each row of the last chunk, the number of its object at each level
 */
export async function* withParents(
  chunks: AsyncGenerator<Chunk>,
  levels: readonly ParentLevel[],
  readers: readonly ParentReader[],
  takeNumbers: () => readonly (readonly number[])[],
): AsyncGenerator<Chunk> {
  try {
    let current: readonly (string | undefined)[] = [];
    let before = '';
    for await (const chunk of chunks) {
      const parents: ParentsOfRows[] = [];
      for (const [row, numbers] of takeNumbers().entries()) {
        const key = numbers.join(' ');
        if (key !== before) {
          const texts = [...current];
          for (const [index, { up }] of levels.entries())
            texts[up - 1] = await readers[index]!.textOf(numbers[index]!);
          current = texts;
          before = key;
        } else if (row > 0) continue;
        parents.push({ row, texts: current });
      }
      yield { ...chunk, parents };
    }
  } finally {
    for (const reader of readers) await reader.close();
    await chunks.return(undefined);
  }
}
