import type { Kind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { Plan } from '@chatferry/planner';
import type { FileOfKind } from '../input/input-key.ts';

/** The mappings of a plan, by file, then by kind. */
type StoredMappings = Readonly<Record<string, Readonly<Partial<Record<Kind, KindMapping>>>>>;

/** How each input was read, as the plan keeps it; nothing for inputs that were not mapped. */
export function storedMappings(
  readings: readonly (FileOfKind & { readonly mapping: KindMapping })[],
): StoredMappings {
  const stored: Record<string, Partial<Record<Kind, KindMapping>>> = {};
  for (const { file, kind, mapping } of readings)
    if (Object.keys(mapping).length > 0) (stored[file] ??= {})[kind] = mapping;
  return stored;
}

/** The mappings that a plan was made with. */
export function mappingsOf({ config }: Pick<Plan, 'config'>): StoredMappings {
  return (config as { mappings?: StoredMappings }).mappings ?? {};
}
