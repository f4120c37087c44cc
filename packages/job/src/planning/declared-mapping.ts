import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { FoundInput } from '../input/find-inputs.ts';
import type { FileOfKind } from '../input/input-key.ts';
import { mappedFile } from './mapped-file.ts';

type MappedInput = Pick<FoundInput, 'file' | 'kind' | 'part' | 'failed'>;

/** A part of the configuration that defines how rows become records, and the readings of files that it applies to. */
export interface DeclaredMapping {
  /** Its key in the configuration: `kinds.users`. */
  readonly place: string;
  readonly kind: Kind;
  readonly mapping: KindMapping;
  readonly readings: readonly FileOfKind[];
}

/**
 * The mappings that are declared kind by kind.
 *
 * @param place the key of the configuration that contains the mappings
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
      readings: readingsOf(kind, files),
    }))
    .filter((declared) => declared.readings.length > 0);
}

/** The readings of files of one kind that have a mapping. */
export function readingsOf(kind: Kind, files: readonly MappedInput[]): FileOfKind[] {
  return files.filter((each) => each.kind === kind && mappedFile(each) !== undefined);
}
