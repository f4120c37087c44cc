import type { InputKind } from '@chatferry/contract';
import { guessExport } from '../guessing/guess-export.ts';
import { inspectFile } from '../guessing/sampling/inspect-file.ts';
import { draftFile, type FileDraft } from './file-draft.ts';

export interface DraftOptions {
  /** Of all files that are not UTF-8 or UTF-16. */
  readonly encoding?: string | undefined;
  /** Of all files. */
  readonly kind?: InputKind | undefined;
}

/** Looks at some of each file, and drafts how they become records. */
export async function draftExport(
  files: readonly string[],
  { encoding, kind }: DraftOptions,
): Promise<FileDraft[]> {
  const inspected = [];
  for (const file of files) inspected.push(await inspectFile(file, encoding));
  const guess = guessExport(
    inspected.flatMap((each) => ('tables' in each ? each.tables : [])),
    kind,
  );
  return inspected.map((each) => draftFile(each, guess));
}
