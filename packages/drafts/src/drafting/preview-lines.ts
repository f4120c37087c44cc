import path from 'node:path';
import { count, counted, type Kind } from '@chatferry/contract';
import { undecidedLines, unreadLines } from '@chatferry/job/planned';
import { recogniseFile } from '@chatferry/parsers';
import { whereIn } from '../guessing/guessed-table.ts';
import { lackingFields } from '../proposing/lacking-fields.ts';
import { dumpTables } from './dump-tables.ts';
import { type FileDraft, placeOf } from './file-draft.ts';
import { leftOutLine } from './left-out.ts';
import { type Preview, PREVIEWED_ROWS } from './preview.ts';

/**
 * The kinds that were found in the files, and a preview of the first records.
 *
 * @param hasZone whether a zone for times without one is accepted
 */
export function previewLines(
  files: readonly FileDraft[],
  links: readonly string[],
  preview: Preview,
  hasZone: boolean,
): string[] {
  const { records, problems } = preview;
  return [
    ...files.flatMap(fileLines),
    ...links.map(
      (link) => `${link}: not read: a link that leads outside the folder; --follow-links reads it`,
    ),
    ...(!hasZone &&
    files.some(({ tables }) => tables.some(({ timeWithoutZone }) => timeWithoutZone !== undefined))
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
    ...unreadPart(preview, files),
  ];
}

/** Fields and rows of the files that nothing reads, with counts. */
function unreadPart(
  { unread, undecided, notRead, isWhole }: Preview,
  files: readonly FileDraft[],
): string[] {
  const ignored = files.flatMap(({ file, tables, leftOut, notes }) => {
    const name = path.normalize(file);
    const areWhole = tables.every(({ guess }) => guess.table.isWhole);
    return [
      ...(leftOut.length === 0 ? [] : [leftOutLine(name, leftOut, areWhole)]),
      ...notes.map((note) => `${name}: ${note}.`),
    ];
  });
  const lines = [
    ...notRead.map(
      ({ file, place, rows }) =>
        `${file}: nothing reads the rows of ${place}: ${counted(rows, 'row')}. A plan rejects them until they are mapped or ignored.`,
    ),
    ...unreadLines({ unread }),
    ...undecidedLines({ undecided }),
    ...ignored,
  ];
  if (lines.length === 0) return [];
  const read = isWhole ? '' : `Of the first ${count(PREVIEWED_ROWS)} rows of each file:`;
  return ['', ...(read === '' ? [] : [read]), ...lines];
}

/** The required fields of a kind that no active line fills. */
function missing(kind: Kind, files: readonly FileDraft[]): string {
  const own = files.flatMap(({ tables }) => tables.filter((table) => table.kind === kind));
  const lacking = own.map(lackingFields);
  const proposed = [...new Set(lacking.flatMap((each) => each.proposed))];
  const unknown = [...new Set(lacking.flatMap((each) => each.unknown))];
  const what = [
    ...(proposed.length === 0 ? [] : [`confirm what is proposed for ${proposed.join(', ')}`]),
    ...(unknown.length === 0 ? [] : [`name what ${unknown.join(', ')} is read from`]),
  ];
  return what.length === 0 ? '' : `: ${what.join(', and ')}`;
}

function fileLines(draft: FileDraft): string[] {
  const { file, unread, tables, waiting, dump } = draft;
  const name = path.normalize(file);
  const listed = dump?.dump.tables.some(({ rows }) => rows > 0) === true ? dumpTables(draft) : [];
  if (unread !== undefined) return [`${name}: not read: ${unread}`, ...listed];
  if (listed.length > 0) return listed;
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
