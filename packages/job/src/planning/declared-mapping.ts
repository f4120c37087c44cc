import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { FileOfKind } from '../input/input-key.ts';

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
  files: readonly FileOfKind[],
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

/** The files of one kind. */
export function namesOf(kind: Kind, files: readonly FileOfKind[]): string[] {
  return files.filter((each) => each.kind === kind).map(({ file }) => file);
}
