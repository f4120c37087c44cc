import { kindsInOrder } from '@chatferry/contract';
import {
  type DeclaredMapping,
  type FoundInput,
  mappedFile,
  mappingsOfKinds,
  readingsOf,
} from '@chatferry/job/planning';
import { type MappingsInFile, patternFor } from './file-mapping.ts';
import type { Configuration } from '../schema/schema.ts';

/** The parts of the configuration that define how rows of files become records. */
export function declaredMappings(
  files: readonly Pick<FoundInput, 'file' | 'kind' | 'part' | 'failed'>[],
  configuration: Configuration,
): DeclaredMapping[] {
  const { kinds = {}, files: entries = {} } = configuration;
  const patternOf = (input: (typeof files)[number]): string | undefined =>
    patternFor(mappedFile(input), configuration);
  return [
    ...mappingsOfKinds('kinds', kinds, files),
    ...kindsInOrder.flatMap((kind) =>
      Object.entries(entries).flatMap(([pattern, { kinds: inFile = {}, ...mapping }]) => {
        const place = `files.${pattern}`;
        const readings = readingsOf(
          kind,
          files.filter((input) => patternOf(input) === pattern),
        );
        const own = (inFile as MappingsInFile)[kind] ?? {};
        // Names under `ignore` of the file may be places next to the rows of its kinds.
        const nested = [own].flat().find(({ rows }) => rows !== undefined);
        return [
          { place, kind, mapping: { ...(nested && { rows: nested.rows }), ...mapping }, readings },
          ...(Array.isArray(own)
            ? own.map((each, part) => ({
                place: `${place}.kinds.${kind}[${part}]`,
                kind,
                mapping: each,
                readings: readings.filter((reading) => reading.part === part),
              }))
            : [{ place: `${place}.kinds.${kind}`, kind, mapping: own, readings }]),
        ];
      }),
    ),
  ].filter((declared) => declared.readings.length > 0);
}
