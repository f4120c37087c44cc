import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileOfKind } from './input-key.ts';

/** The file, in a folder of failed rows, that lists where the rows come from. Files whose names begin with a dot are no inputs. */
const INDEX = '.inputs.json';

/** What a file of failed rows holds. */
export interface FailedRows extends FileOfKind {
  /** Whether it holds records as they were sent, which no mapping applies to, instead of rows of `file`. */
  readonly areRecords: boolean;
}

type FailedIndex = Readonly<Record<string, FailedRows>>;

export function writeFailedIndex(folder: string, index: FailedIndex): void {
  writeFileSync(path.join(folder, INDEX), `${JSON.stringify(index, undefined, 2)}\n`, {
    mode: 0o600,
  });
}

/** Where a file of failed rows comes from; undefined for every other file. */
export function failedRowsIn(file: string): FailedRows | undefined {
  const index = path.join(path.dirname(file), INDEX);
  if (!existsSync(index)) return undefined;
  try {
    return (JSON.parse(readFileSync(index, 'utf8')) as FailedIndex)[path.basename(file)];
  } catch {
    return undefined; // someone else's file of this name
  }
}
