import type { IdRule } from '@chatferry/contract';
import type { z } from 'zod';
import type { Archive } from '../archive/archive.ts';
import type { ExportRows } from '../rows/export-rows.ts';
import type { FindOriginals, SourceWords } from '../rows/source-words.ts';

/** The description of a system's exports, in the `index.ts` of its folder. The code that reads an export is loaded when needed. */
interface Definition<Schema extends z.ZodType> extends SourceWords {
  /** The options for its exports. */
  readonly options: Schema;
  /** The meaning of case in its ids: `hash`, it distinguishes them; `fold`, it has no meaning; `map`, no two ids differ only in case. */
  readonly ids: IdRule;
  /** Version of the rule that makes ids unique in the app. */
  readonly idRule: number;
  /** The owner of the clock of its exports' times, if the times name no zone. A person then has to name the zone. */
  readonly clockOf?: string;
  /** Whether a folder with these names can be an export: a quick check before the whole folder is listed. */
  readonly mayBe: (names: readonly string[]) => boolean;
  /** Whether a single file with this beginning can be an export; absent when an export is never a text file. */
  readonly mayBeFile?: (head: string, path: string) => boolean;
  /** Opens further parts of the export, such as archives in its folder; absent when there are none. */
  readonly open?: (archive: Archive) => Promise<Archive>;
  /** Returns the rule by which an export is recognised; undefined for anything else. */
  readonly recognise: (archive: Archive) => Promise<string | undefined>;
  /** Loads the code that reads an export. */
  readonly load: () => Promise<ReadExport<z.output<Schema>>>;
}

/**
 * Reads a whole export.
 * @returns finds the records of rows again, for rejected rows
 */
type ReadExport<Options> = (
  archive: Archive,
  options: Options,
  out: ExportRows,
) => Promise<FindOriginals>;

/** A chat system whose exports can be read. */
export interface ChatSystem<Schema extends z.ZodType = z.ZodType> extends Omit<
  Definition<Schema>,
  'load'
> {
  /** Reads a whole export, with the options as given. */
  readonly read: ReadExport<unknown>;
}

export function system<Schema extends z.ZodType>({
  load,
  ...rest
}: Definition<Schema>): ChatSystem<Schema> {
  return {
    ...rest,
    read: async (archive, given, out) =>
      (await load())(archive, rest.options.parse(given ?? {}), out),
  };
}

/** The forms in which systems write times. */
export const ISO = 'a time with its zone, such as 2025-01-23T13:05:35Z';
export const MILLISECONDS = 'milliseconds since 1970, such as 1736855618748';
