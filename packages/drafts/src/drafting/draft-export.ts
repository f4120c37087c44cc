import { counted, matchesPattern } from '@chatferry/contract';
import { type Guess, guessExport } from '../guessing/guess-export.ts';
import { type InspectedFile, inspectFile } from '../tables/inspect-file.ts';
import { nameTables } from '../tables/name-tables.ts';
import type { Accepted } from '../guessing/proposal.ts';
import { type Draft, proposalsIn, switchesIn } from './draft.ts';
import type { InspectedDatabase } from '@chatferry/job/planning';
import { draftDump, type FoundDump } from '../dumps/draft-dump.ts';
import { otherSchemas } from '../dumps/other-schemas.ts';
import type { DraftOptions } from './draft-options.ts';
import { draftFile, type FileDraft, whyWaiting } from './file-draft.ts';
import { settingsFor } from './settings.ts';

/** Samples each file, and drafts how its rows become records. */
export async function draftExport(files: readonly string[], options: DraftOptions): Promise<Draft> {
  const inspected = [];
  for (const file of files) inspected.push(await inspect(file, options));
  const draft = draftOf(inspected, options);
  const accepted = withNames(options.accepted, draft);
  return accepted === options.accepted ? draft : draftOf(inspected, { ...options, accepted });
}

/** A file, or a database, which is read completely to find its tables. */
type Inspected = InspectedFile | (FoundDump & { readonly file: string });

async function inspect(file: string, { encoding, dumps }: DraftOptions): Promise<Inspected> {
  const inspected = dumps.hasServer(file) ? undefined : await inspectFile(file, encoding);
  if (inspected !== undefined && !('database' in inspected)) return inspected;
  const found = await dumps.find(file, inspected?.database);
  return 'unreadable' in found ? { file, ...found } : { file, ...found };
}

function draftOf(inspected: readonly Inspected[], options: DraftOptions): Draft {
  const { kind, accepted } = options;
  const guess = guessExport(
    nameTables(inspected.flatMap((each) => ('tables' in each ? each.tables : []))),
    kind,
    accepted,
  );
  const drafts = inspected.map((each) =>
    'dump' in each ? dumpFile(each, guess, accepted) : draftFile(each, guess, accepted),
  );
  return { files: drafts, settings: settingsFor(drafts, options) };
}

function dumpFile(
  found: FoundDump & { readonly file: string },
  guess: Guess,
  accepted: Accepted,
): FileDraft {
  const { tables, waiting, draft } = draftDump(found, guess, accepted);
  const nothing =
    waiting.length > 0
      ? whyWaiting(waiting)
      : found.tables.length === 0
        ? withoutRows(found.dump)
        : `${found.dump.text} of which no table looks like users, groups, members or messages`;
  return {
    file: found.file,
    unread: tables.length > 0 || found.preset !== undefined ? undefined : nothing,
    format: undefined,
    encoding: undefined,
    form: [],
    tables,
    waiting,
    notes: [],
    leftOut: [],
    dump: draft,
  };
}

/** The accepted names, including the proposals that match patterns such as `*.receiver`. */
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

function withoutRows(dump: InspectedDatabase): string {
  const others = otherSchemas(dump);
  const beside = others === undefined ? '' : `; not read: ${others}`;
  return `${dump.text} without rows: it has the structure of ${counted(dump.tables.length, 'table')}${beside}`;
}
