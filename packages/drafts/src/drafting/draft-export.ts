import type { InputKind } from '@chatferry/contract';
import { guessExport } from '../guessing/guess-export.ts';
import { inspectFile } from '../guessing/sampling/inspect-file.ts';
import { nameTables } from '../guessing/name-tables.ts';
import type { Accepted } from '../guessing/proposing/proposal.ts';
import type { Draft } from './draft.ts';
import { draftFile } from './file-draft.ts';
import { settingsFor } from './settings.ts';

export interface DraftOptions {
  /** Of all files that are not UTF-8 or UTF-16. */
  readonly encoding?: string | undefined;
  /** Of all files. */
  readonly kind?: InputKind | undefined;
  /** The current one. */
  readonly year: number;
  readonly accepted: Accepted;
}

/** Looks at some of each file, and drafts how they become records. */
export async function draftExport(
  files: readonly string[],
  { encoding, kind, year, accepted }: DraftOptions,
): Promise<Draft> {
  const inspected = [];
  for (const file of files) inspected.push(await inspectFile(file, encoding));
  const guess = guessExport(
    nameTables(inspected.flatMap((each) => ('tables' in each ? each.tables : []))),
    kind,
    accepted,
  );
  const drafts = inspected.map((each) => draftFile(each, guess, accepted));
  return { files: drafts, settings: settingsFor(drafts, year, accepted) };
}
