import { type Kind, kindsInOrder } from '@chatferry/contract';
import { type DeclaredMapping, type FileOfKind, mappingsOfKinds, namesOf } from '@chatferry/job';
import type { KindMapping } from '@chatferry/parsers';
import { filesOfEntries } from './file-mapping.ts';
import type { Configuration } from './schema.ts';

/** The parts of the configuration that define how rows of the files become records. */
export function declaredMappings(
  files: readonly FileOfKind[],
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
      Object.entries(entries).flatMap(([pattern, { kinds: inFile = {}, ...mapping }]) => {
        const place = `files.${pattern}`;
        const named = namesOf(kind, files).filter((file) => byPattern.get(pattern)?.includes(file));
        const own = (inFile as Partial<Record<Kind, KindMapping>>)[kind] ?? {};
        return [
          { place, kind, mapping, files: named },
          { place: `${place}.kinds.${kind}`, kind, mapping: own, files: named },
        ];
      }),
    ),
  ].filter((declared) => declared.files.length > 0);
}
