import { type Kind, kindsInOrder } from '@chatferry/contract';
import {
  type DeclaredMapping,
  type FoundInput,
  mappedFile,
  mappingsOfKinds,
  namesOf,
} from '@chatferry/job';
import type { KindMapping } from '@chatferry/parsers';
import { patternFor } from './file-mapping.ts';
import type { Configuration } from './schema.ts';

/** The parts of the configuration that define how rows of the files become records. */
export function declaredMappings(
  files: readonly Pick<FoundInput, 'file' | 'kind' | 'failed'>[],
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
        const named = namesOf(
          kind,
          files.filter((input) => patternOf(input) === pattern),
        );
        const own = (inFile as Partial<Record<Kind, KindMapping>>)[kind] ?? {};
        return [
          { place, kind, mapping, files: named },
          { place: `${place}.kinds.${kind}`, kind, mapping: own, files: named },
        ];
      }),
    ),
  ].filter((declared) => declared.files.length > 0);
}
