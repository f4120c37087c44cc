import path from 'node:path';
import { count, counted, fields, type Kind, kinds } from '@chatferry/contract';
import { undecidedLines, unreadLines } from '@chatferry/job/planned';
import { recogniseFile } from '@chatferry/parsers';
import { whereIn } from '../guessing/guessed-table.ts';
import type { TableDraft } from '../guessing/proposing/table-draft.ts';
import { type FileDraft, placeOf } from './file-draft.ts';
import { type Preview, PREVIEWED_ROWS } from './preview.ts';

/** What the files were taken for, and the first rows as they would be sent. */
export function previewLines(
  files: readonly FileDraft[],
  links: readonly string[],
  preview: Preview,
): string[] {
  const { records, problems } = preview;
  return [
    ...files.flatMap(fileLines),
    ...links.map(
      (link) => `${link}: not read: a link that leads outside the folder; --follow-links reads it`,
    ),
    ...(files.some(({ tables }) =>
      tables.some(({ timeWithoutZone }) => timeWithoutZone !== undefined),
    )
      ? ['', 'Times without a zone are shown as if they were UTC, until zone is set.']
      : []),
    ...[...records].flatMap(([kind, rows]) => [
      '',
      rows.length === 0
        ? `No ${kind} can be read yet${missing(kind, files)}.`
        : `The first ${kind}, as they would be sent:`,
      ...rows.map((row) => `  ${row}`),
    ]),
    ...(problems.length === 0
      ? []
      : ['', 'Before these can be planned:', ...problems.map((each) => `  ${each}`)]),
    ...unreadPart(preview),
  ];
}

/** What the files have and nothing reads, with counts. */
function unreadPart({ unread, undecided, notRead, isWhole }: Preview): string[] {
  const lines = [
    ...notRead.map(
      ({ file, place, rows }) =>
        `${file}: nothing reads the rows of ${place}: ${counted(rows, 'row')}. A plan rejects them until they are mapped or ignored.`,
    ),
    ...unreadLines({ unread }),
    ...undecidedLines({ undecided }),
  ];
  if (lines.length === 0) return [];
  const read = isWhole ? '' : `Of the first ${count(PREVIEWED_ROWS)} rows of each file:`;
  return ['', ...(read === '' ? [] : [read]), ...lines];
}

/** What rows of a kind need and no line that counts gives them. */
function missing(kind: Kind, files: readonly FileDraft[]): string {
  const own = files.flatMap(({ tables }) => tables.filter((table) => table.kind === kind));
  const needed = Object.entries(fields[kind]).filter(([, { required }]) => required);
  const lacking = [
    ...new Set(
      own.flatMap((table) =>
        needed.map(([name]) => name).filter((name) => !filledBy(table, true).has(name)),
      ),
    ),
  ];
  const isProposed = (name: string): boolean =>
    own.some((table) => filledBy(table, false).has(name));
  const proposed = lacking.filter(isProposed);
  const unknown = lacking.filter((name) => !isProposed(name));
  const what = [
    ...(proposed.length === 0 ? [] : [`confirm what is proposed for ${proposed.join(', ')}`]),
    ...(unknown.length === 0 ? [] : [`name what ${unknown.join(', ')} is read from`]),
  ];
  return what.length === 0 ? '' : `: ${what.join(', and ')}`;
}

/** The fields of a record that lines fill: those that count, or those that are proposed. */
function filledBy({ kind, guess, lines, ignored }: TableDraft, isActive: boolean): Set<string> {
  const own = guess.table.columns
    .map(({ name }) => name)
    .filter((name) => isActive && !ignored.some((each) => each.name === name));
  const columns = lines.columns.filter((line) => line.isActive === isActive);
  const others = [...lines.convert, ...lines.constants].filter(
    (line) => line.isActive === isActive,
  );
  const named = [
    ...columns.flatMap(({ value }) => [value].flat()),
    ...others.map(({ key }) => key),
  ];
  return new Set(
    [...own, ...named].map((name) => {
      const field = String(name);
      return kinds[kind].shorthands?.[field]?.[0] ?? field.split('.', 1)[0]!;
    }),
  );
}

function fileLines({ file, unread, tables, waiting }: FileDraft): string[] {
  const name = path.normalize(file);
  if (unread !== undefined) return [`${name}: not read: ${unread}`];
  if (tables.length === 0) return [`${name}: ${recogniseFile(file)?.kind}, as its name shows`];
  const read = tables.map(({ guess, kind, kindProposal, proposals, isOwn }) => {
    if (isOwn) return `${name}: ${kind}, in the form of the service, which needs no mapping`;
    const place = whereIn(guess.table).at(-1);
    const at = place === undefined ? '' : `, ${place}`;
    const waits = proposals.filter(({ isAccepted }) => !isAccepted).length;
    const open = waits === 0 ? '' : `; ${counted(waits, 'proposal')}`;
    return `${name}${at}: ${kind}, ${kindProposal === undefined ? 'certain' : 'accepted'}${open}`;
  });
  const asked = waiting.map(
    ({ kind, guess }) => `${name}, ${placeOf(guess.table)}: not read until ${kind} is accepted`,
  );
  return [...read, ...asked];
}
