import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import { filesOfEntries } from './file-mapping.ts';
import type { Configuration } from './schema.ts';

/** A piece of the configuration that says how rows become records, and the files that it is for. */
export interface DeclaredMapping {
  /** As people find it: `kinds.users`. */
  readonly place: string;
  readonly kind: Kind;
  readonly mapping: KindMapping;
  readonly files: readonly string[];
}

interface NamedFile {
  readonly file: string;
  readonly kind: Kind;
}

/** All such pieces that are for any of the files. */
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

/** @param place of what has a mapping for each kind */
export function mappingsOfKinds(
  place: string,
  mappings: Readonly<Partial<Record<Kind, KindMapping>>>,
  files: readonly NamedFile[],
): DeclaredMapping[] {
  return kindsInOrder
    .map((kind) => ({
      place: `${place}.${kind}`,
      kind,
      mapping: mappings[kind] ?? {},
      files: namesOf(kind, files),
    }))
    .filter((declared) => declared.files.length > 0);
}

function namesOf(kind: Kind, files: readonly NamedFile[]): string[] {
  return files.filter((each) => each.kind === kind).map(({ file }) => file);
}
