import { type InputKind, matchesPattern } from '@chatferry/contract';
import { guessExport } from '../guessing/guess-export.ts';
import { type InspectedFile, inspectFile } from '../tables/inspect-file.ts';
import { nameTables } from '../tables/name-tables.ts';
import type { Accepted } from '../guessing/proposal.ts';
import { type Draft, proposalsIn, switchesIn } from './draft.ts';
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
export async function draftExport(files: readonly string[], options: DraftOptions): Promise<Draft> {
  const inspected = [];
  for (const file of files) inspected.push(await inspectFile(file, options.encoding));
  const draft = draftOf(inspected, options);
  const accepted = withNames(options.accepted, draft);
  return accepted === options.accepted ? draft : draftOf(inspected, { ...options, accepted });
}

function draftOf(
  inspected: readonly InspectedFile[],
  { kind, year, accepted }: DraftOptions,
): Draft {
  const guess = guessExport(
    nameTables(inspected.flatMap((each) => ('tables' in each ? each.tables : []))),
    kind,
    accepted,
  );
  const drafts = inspected.map((each) => draftFile(each, guess, accepted));
  return { files: drafts, settings: settingsFor(drafts, year, accepted) };
}

/** The accepted names, with those of the proposals that patterns such as `*.receiver` stand for. */
function withNames(accepted: Accepted, draft: Draft): Accepted {
  const patterns = [...accepted].filter(([name]) => name.includes('*'));
  if (patterns.length === 0) return accepted;
  const proposals = [...proposalsIn(draft), ...switchesIn(draft)];
  const found = patterns.flatMap(([pattern, value]) =>
    proposals.flatMap(({ name }) =>
      matchesPattern(name, pattern) ? [[name, value] as const] : [],
    ),
  );
  return new Map([...found, ...accepted]);
}
