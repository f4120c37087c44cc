import type { Kind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { Plan } from '@chatferry/planner';
import type { FileOfKind } from '../input/input-key.ts';

/** The mappings of a plan, by file, then by kind; a list if the kind has several in the file. */
type StoredMappings = Readonly<
  Record<string, Readonly<Partial<Record<Kind, KindMapping | readonly KindMapping[]>>>>
>;

/** How each input was read, as the plan keeps it; nothing for inputs that were not mapped. */
export function storedMappings(
  readings: readonly (FileOfKind & { readonly mapping: KindMapping })[],
): StoredMappings {
  const stored: Record<string, Partial<Record<Kind, KindMapping | KindMapping[]>>> = {};
  for (const { file, kind, mapping } of readings) {
    if (Object.keys(mapping).length === 0) continue;
    const ofFile = (stored[file] ??= {});
    ofFile[kind] = ofFile[kind] === undefined ? mapping : [ofFile[kind], mapping].flat();
  }
  return stored;
}

/** The mappings that a plan was made with, by file and kind. */
export function mappingsOf({
  config,
}: Pick<Plan, 'config'>): { file: string; kind: Kind; mappings: readonly KindMapping[] }[] {
  const stored = (config as { mappings?: StoredMappings }).mappings ?? {};
  return Object.entries(stored).flatMap(([file, kinds]) =>
    Object.entries(kinds).map(([kind, mappings]) => ({
      file,
      kind: kind as Kind,
      mappings: [mappings].flat(),
    })),
  );
}

/** The mappings of one kind in a file. */
export function mappingsOfInput(
  plan: Pick<Plan, 'config'>,
  { file, kind }: FileOfKind,
): readonly KindMapping[] {
  const found = mappingsOf(plan).find((each) => each.file === file && each.kind === kind);
  return found?.mappings ?? [];
}
