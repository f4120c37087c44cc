import path from 'node:path';
import type { FileDraft } from './file-draft.ts';

/** The keys of files under `files`: their names, or their paths when several files have the same name. */
export function entryKeys(files: readonly FileDraft[]): ReadonlyMap<FileDraft, string> {
  const names = files.map(({ file }) => path.basename(file));
  return new Map(
    files.map((each, index) => {
      const name = names[index]!;
      return [each, names.filter((other) => other === name).length > 1 ? each.file : name];
    }),
  );
}
