import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { FoundInput } from '../input/find-inputs.ts';
import { mappedFile } from './mapped-file.ts';

type MappedInput = Pick<FoundInput, 'file' | 'kind' | 'failed'>;

/** A part of the configuration that defines how rows become records, and the files that it applies to. */
export interface DeclaredMapping {
  /** Its key in the configuration: `kinds.users`. */
  readonly place: string;
  readonly kind: Kind;
  readonly mapping: KindMapping;
  readonly files: readonly string[];
}

/**
 * The mappings that are declared kind by kind.
 *
 * @param place the key of the configuration that they are in
 */
export function mappingsOfKinds(
  place: string,
  mappings: Readonly<Partial<Record<Kind, KindMapping>>>,
  files: readonly MappedInput[],
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

/** The files of one kind that have a mapping. */
export function namesOf(kind: Kind, files: readonly MappedInput[]): string[] {
  return files
    .filter((each) => each.kind === kind && mappedFile(each) !== undefined)
    .map(({ file }) => file);
}
