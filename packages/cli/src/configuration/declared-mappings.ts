import { kindsInOrder } from '@chatferry/contract';
import { type DeclaredMapping, mappingsOfKinds, type NamedFile, namesOf } from '@chatferry/job';
import { filesOfEntries } from './file-mapping.ts';
import type { Configuration } from './schema.ts';

/** The parts of the configuration that define how rows of the files become records. */
export function declaredMappings(
  files: readonly NamedFile[],
  configuration: Configuration,
): DeclaredMapping[] {
  const { kinds = {}, files: entries = {} } = configuration;
  const byPattern = filesOfEntries(
    files.map(({ file }) => file),
    configuration,
  );
  return [
    ...mappingsOfKinds('kinds', kinds, files),
    ...kindsInOrder.flatMap((kind) =>
      Object.entries(entries).map(([pattern, mapping]) => ({
        place: `files.${pattern}`,
        kind,
        mapping,
        files: namesOf(kind, files).filter((file) => byPattern.get(pattern)?.includes(file)),
      })),
    ),
  ].filter((declared) => declared.files.length > 0);
}
