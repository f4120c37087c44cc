import path from 'node:path';
import { counted } from '@chatferry/contract';
import { recogniseFile } from '@chatferry/parsers';
import type { FileDraft } from './file-draft.ts';
import type { Preview } from './preview.ts';

/** What the files were taken for, and the first rows as they would be sent. */
export function previewLines(
  files: readonly FileDraft[],
  links: readonly string[],
  { records, problems }: Preview,
): string[] {
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
        ? `No ${kind} can be read yet.`
        : `The first ${kind}, as they would be sent:`,
      ...rows.map((row) => `  ${row}`),
    ]),
    ...(problems.length === 0
      ? []
      : ['', 'Before these can be planned:', ...problems.map((each) => `  ${each}`)]),
  ];
}

function fileLines({ file, unread, tables }: FileDraft): string[] {
  const name = path.normalize(file);
  if (unread !== undefined) return [`${name}: not read: ${unread}`];
  if (tables.length === 0) return [`${name}: ${recogniseFile(file)?.kind}, as its name shows`];
  return tables.map(({ guess, kind, lines }) => {
    const { rows, when } = guess.table;
    const place = when === undefined ? rows : `${when.field}: ${when.value}`;
    const at = place === undefined || place === '' ? '' : `, ${place}`;
    const proposals = Object.values(lines)
      .flat()
      .filter(({ isActive }) => !isActive).length;
    const open = proposals === 0 ? '' : `; ${counted(proposals, 'line')} to confirm`;
    return `${name}${at}: ${kind}, ${guess.isSure ? 'certain' : 'likely'}${open}`;
  });
}
