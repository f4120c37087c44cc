import type { IdRule } from '@chatferry/contract';
import type { z } from 'zod';
import type { Archive } from '../archive/archive.ts';
import type { ExportRows } from '../rows/export-rows.ts';
import type { FindOriginals, SourceWords } from '../rows/source-words.ts';

/** What a system states about its exports, in the `index.ts` of its folder. What reads them is loaded when one is read. */
interface Definition<Schema extends z.ZodType> extends SourceWords {
  /** What can be chosen for its exports. */
  readonly options: Schema;
  /** What case means in its ids: `hash`, it distinguishes them; `fold`, it has no meaning; `map`, no two ids differ only in case. */
  readonly ids: IdRule;
  /** Version of the rule that makes ids unique in the app. */
  readonly idRule: number;
  /** The owner of the clock that the times of its exports show, where they name no zone: a person has to name the zone. */
  readonly clockOf?: string;
  /** Whether a folder with these names can be an export: a quick check before all of it is listed. */
  readonly mayBe: (names: readonly string[]) => boolean;
  /** Whether a single file that begins so can be one; absent where an export is never a file of text. */
  readonly mayBeFile?: (head: string, path: string) => boolean;
  /** Opens what else belongs to the export, such as archives in its folder; absent where there is nothing. */
  readonly open?: (archive: Archive) => Promise<Archive>;
  /** The rule by which an export is recognised; undefined for what is not one. */
  readonly recognise: (archive: Archive) => Promise<string | undefined>;
  /** Loads what reads an export. */
  readonly load: () => Promise<ReadExport<z.output<Schema>>>;
}

/**
 * Reads all of an export.
 * @returns how the records that rows are made of are found again, for rejected rows
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
  /** Reads all of an export, with the options as they were given. */
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
