import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { GatheredFiles } from '../input/gather-files.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import type { databaseReadings, DatabaseSources } from './database-sources.ts';
import type { ExportSources } from './export-sources.ts';
import { withLookupPaths, writeLookups } from './lookups.ts';
import { mappedFile, withoutForm } from './mapped-file.ts';
import { otherKinds } from './other-kinds.ts';
import { fileSource, type Source } from './source.ts';

type GatheredFile = GatheredFiles['files'][number];

interface InputsToOpen {
  readonly job: JobFolder;
  readonly readings: readonly (GatheredFile & { readonly mapping: KindMapping })[];
  readonly databaseRows: ReturnType<typeof databaseReadings>;
  readonly exported: ExportSources;
  readonly opened: DatabaseSources;
}

interface OpenedSources {
  /** In the order of the kinds. */
  readonly sources: readonly Source[];
  /** The files in which values are looked up, see `ReadRules`. */
  readonly tables: Readonly<Record<string, string>>;
}

/** The sources of all inputs, ready to be read. */
export async function openSources(
  { job, readings, databaseRows, exported, opened }: InputsToOpen,
  signal: AbortSignal | undefined,
): Promise<OpenedSources> {
  const tables = await writeLookups([...readings, ...databaseRows], job.exportRows, signal);
  const sources = [
    ...readings.map((each) =>
      fileSource({ ...each, mapping: withLookupPaths(each) }, otherKinds(each, readings)),
    ),
    ...exported.sources,
    ...opened.sources,
  ];
  return { sources: inOrderOfKinds(sources), tables };
}

export function mappingFor(
  input: GatheredFile,
  mappingOf: (file: string, kind: Kind, part?: number) => KindMapping,
): KindMapping {
  const mapped = mappedFile(input);
  const mapping = mapped === undefined ? {} : mappingOf(mapped, input.kind, input.part);
  return input.failed === undefined ? mapping : withoutForm(mapping);
}

/** Files of one kind stay in their order. */
function inOrderOfKinds(sources: readonly Source[]): Source[] {
  return sources.toSorted(
    (one, other) => kindsInOrder.indexOf(one.kind) - kindsInOrder.indexOf(other.kind),
  );
}
