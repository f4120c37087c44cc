import path from 'node:path';
import { limits } from '@chatferry/contract';
import { recogniseFile } from '@chatferry/parsers';
import type { TableDraft } from '../guessing/proposing/table-draft.ts';
import type { FileDraft } from './file-draft.ts';
import { missingKindLines } from './missing-kinds.ts';
import { memberLines, tableLines } from './table-lines.ts';
import { comment, flow, indented, pair } from './yaml-line.ts';

/** The text of a configuration for an export. @param schema the first line, which names the schema for editors */
export function draftText(
  schema: string,
  inputs: readonly string[],
  files: readonly FileDraft[],
  year: number,
  from?: string,
): string {
  const names = files.map(({ file }) => path.basename(file));
  const keyOf = (file: string): string =>
    names.filter((name) => name === path.basename(file)).length > 1 ? file : path.basename(file);
  const oldest = Math.min(...files.flatMap(({ tables }) => tables.map(oldestYear)));
  return [
    schema,
    '# How chatferry reads this export, and where it sends it: a draft by `chatferry init`. docs/configuration.md lists all keys.',
    '# Lines that count are certain. Lines with a # before them are proposals, with two values and the reason: remove the #',
    '# where they are right.',
    '',
    '# What to read when nothing is named on the command line.',
    'inputs:',
    ...inputs.map((input) => `  - ${flow(input)}`),
    ...(from === undefined ? [] : [pair('from', from, 'the system that they are exports of')]),
    '',
    '# The app to send to. The key itself stays in the environment.',
    'apiKey: ${CHATFERRY_API_KEY}',
    '# appId: my-app',
    '# region: eu',
    ...(oldest < year
      ? [
          '',
          `# The service keeps messages for ${limits.retentionMonths} months unless its contract says otherwise; those of this export begin in ${oldest}.`,
          '# A rehearsal with them needs chatferry serve --retention-months none, too.',
          '# retentionMonths: none',
        ]
      : []),
    ...zoneLines(files),
    ...missingKindLines(files.flatMap(({ tables }) => tables)),
    '',
    ...(files.length === 0
      ? ['# Exports of known systems need no mapping; docs/systems.md describes how they are read.']
      : ['# What each file contains, and how its columns become fields.', 'files:']),
    ...indented(files.flatMap((file) => fileLines(keyOf(file.file), file))),
    '',
  ].join('\n');
}

/** The zone is one for all files, unless the user knows of several. */
function zoneLines(files: readonly FileDraft[]): string[] {
  const zoneless = files.flatMap(({ file, tables }) =>
    tables.flatMap(({ timeWithoutZone }) =>
      timeWithoutZone === undefined
        ? []
        : [`${JSON.stringify(timeWithoutZone)} in ${path.basename(file)}`],
    ),
  );
  if (zoneless.length === 0) return [];
  return [
    '',
    `#${comment(`Times such as ${zoneless[0]} name no zone: set the one of the system that wrote them. It is never guessed.`).slice(2)}`,
    '# zone: Europe/Berlin',
  ];
}

function fileLines(key: string, file: FileDraft): string[] {
  const { unread, tables, notes } = file;
  if (unread !== undefined) return [`${flow(key)}:`, `  ${pair('skip', unread)}`, ''];
  const own = [
    ...(file.encoding === undefined
      ? []
      : [pair('encoding', file.encoding.name, file.encoding.note)]),
    ...file.form.map(({ key: name, value, note }) => pair(name, value, note)),
  ];
  const others = notes.map((note) => `#${comment(note).slice(2)}`);
  const [first] = tables;
  if (first === undefined) return [...entry(key, others), ''];
  const members = tables.flatMap(memberLines);
  if (tables.length === 1 && members.length === 0) {
    const known = recogniseFile(file.file);
    const isKnown = known?.kind === first.kind && known.format === file.format;
    const kind = pair('kind', first.kind, first.guess.isSure ? undefined : 'likely: check it');
    const lines = [
      ...(isKnown ? [] : [kind, pair('format', file.format)]),
      ...own,
      ...tableLines(first),
      ...others,
    ];
    return [titleOf(first), ...entry(key, lines), ''];
  }
  const kinds = [...Map.groupBy(tables, ({ kind }) => kind)].flatMap(([kind, [only, ...more]]) =>
    more.length === 0
      ? [titleOf(only!), ...entry(kind, tableLines(only!))]
      : entry(kind, [only!, ...more].flatMap(listed)),
  );
  return [
    ...entry(key, [
      pair('format', file.format),
      ...own,
      ...entry('kinds', [...kinds, ...members]),
      ...others,
    ]),
    '',
  ];
}

/** An element of a list. */
function listed(table: TableDraft): string[] {
  const [first = '', ...others] = tableLines(table);
  return first === '' || first.startsWith('#')
    ? [titleOf(table), '-', ...indented([first, ...others])]
    : [titleOf(table), `- ${first}`, ...indented(others)];
}

/** A key with lines under it, some of which have to count. */
function entry(key: string, lines: readonly string[]): string[] {
  const isEmpty = lines.every((line) => line.trimStart().startsWith('#'));
  return [`${flow(key)}:${isEmpty ? ' {}' : ''}`, ...indented(lines)];
}

function titleOf({ kind, guess, isOwn }: TableDraft): string {
  const certainty = guess.isSure ? 'certain' : 'likely';
  const how = isOwn ? 'in the form of the service, read as they are' : certainty;
  return `# ${kind[0]!.toUpperCase()}${kind.slice(1)}: ${how}.`;
}

/** The year of the oldest message in the sample; this year and later where none shows. */
function oldestYear({ kind, guess }: TableDraft): number {
  const column = guess.matches.find(({ field }) => field === 'sentAt')?.column;
  if (kind !== 'messages' || column === undefined) return Infinity;
  const years = [...column.facts.values.keys()]
    .map(yearOf)
    .filter((year) => year > 1990 && year < 2100);
  return Math.min(...years);
}

function yearOf(value: string): number {
  const digits = /^\d{10,16}(\.\d+)?$/.test(value) ? value.split('.')[0]! : undefined;
  if (digits !== undefined)
    return new Date(Number(digits.padEnd(13, '0').slice(0, 13))).getUTCFullYear();
  return Number(/\b(?:19|20)\d\d\b/.exec(value)?.[0] ?? NaN);
}
