import { printable } from '@chatferry/contract';
import { recogniseFile } from '@chatferry/parsers';
import type { TableDraft } from '../proposing/table-draft.ts';
import { type Draft, proposalsIn } from './draft.ts';
import { entryKeys } from './entry-keys.ts';
import type { FileDraft } from './file-draft.ts';
import type { SettingDraft } from './settings.ts';
import { memberLines, type Question, tableLines, waitingLines } from './table-lines.ts';
import { acceptedAs } from '../guessing/proposal.ts';
import { dumpLines } from './dump-lines.ts';
import { entry, titleOf } from './entry-lines.ts';
import { commented, flow, indented, pair } from './yaml-line.ts';

/** The surroundings of a draft. */
export interface DraftContext {
  /** The first line, which names the schema for editors. */
  readonly schema: string;
  /** The command that made the draft, without options. */
  readonly command: string;
  readonly inputs: readonly string[];
  readonly from: string | undefined;
}

/** The text of a configuration for an export. */
export function draftText(draft: Draft, { schema, command, inputs, from }: DraftContext): string {
  const { files, settings } = draft;
  const dumps = files.filter(
    ({ dump, tables, waiting }) =>
      dump !== undefined && (dump.preset !== undefined || tables.length + waiting.length > 0),
  );
  const plain = files.filter((file) => !dumps.includes(file));
  const keys = entryKeys(plain);
  const numbers = new Map(proposalsIn(draft).map((proposal, index) => [proposal, index + 1]));
  const question: Question = (proposal, about) =>
    `${numbers.get(proposal)}. ${about === undefined ? '' : `${about}: `}${proposal.reason} (init --accept ${acceptedAs(proposal)})`;
  return [
    schema,
    '# How chatferry reads this export, and where it sends it: a draft by `chatferry init`. docs/configuration.md lists all keys.',
    '# Lines that count are proved by the data. Lines with a # before them are proposals, each with its number and its reason.',
    '# They are accepted by name:',
    `#   ${printable(command)} --accept NAME,NAME`,
    '# or by removing the #. A file that was edited is never overwritten.',
    ...(inputs.length === 0
      ? []
      : [
          '',
          '# What to read when nothing is named on the command line.',
          'inputs:',
          ...inputs.map((input) => `  - ${flow(input)}`),
        ]),
    ...(from === undefined ? [] : [pair('from', from, 'the system that they are exports of')]),
    '',
    '# The app to send to. The key itself stays in the environment.',
    'apiKey: ${CHATFERRY_API_KEY}',
    '# appId: my-app',
    '# region: eu',
    ...settings.flatMap((setting) => settingLines(setting, question)),
    '',
    ...(files.length === 0
      ? ['# Exports of known systems need no mapping; docs/systems.md describes how they are read.']
      : []),
    ...(plain.length === 0
      ? []
      : ['# What each file contains, and how its columns become fields.', 'files:']),
    ...indented(plain.flatMap((file) => fileLines(keys.get(file)!, file, question))),
    ...(dumps.length === 0 ? [] : dumpLines(dumps, question)),
    '',
  ].join('\n');
}

function settingLines({ key, value, proposal }: SettingDraft, question: Question): string[] {
  if (proposal.isAccepted) return ['', pair(key, value, `accepted: ${proposal.reason}`)];
  return ['', commented(question(proposal)), `# ${pair(key, value)}`];
}

function fileLines(key: string, file: FileDraft, question: Question): string[] {
  const { unread, tables, waiting, notes } = file;
  const asked = waiting.flatMap((table) => waitingLines(table, question));
  if (unread !== undefined)
    return [`${flow(key)}:`, ...indented([...asked, pair('skip', unread)]), ''];
  const own = [
    ...(file.encoding === undefined
      ? []
      : [pair('encoding', file.encoding.name, file.encoding.note)]),
    ...file.form.map(({ key: name, value, note }) => pair(name, value, note)),
  ];
  const others = [...asked, ...notes.map(commented)];
  const [first] = tables;
  if (first === undefined) return [...entry(key, others), ''];
  const members = tables.flatMap((table) => memberLines(table, question));
  if (tables.length === 1 && members.length === 0) {
    const known = recogniseFile(file.file);
    const isKnown = known?.kind === first.kind && known.format === file.format;
    const kind = pair('kind', first.kind);
    const lines = [
      ...(isKnown ? [] : [kind, pair('format', file.format)]),
      ...own,
      ...tableLines(first, question),
      ...others,
    ];
    return [titleOf(first), ...entry(key, lines), ''];
  }
  const kinds = [...Map.groupBy(tables, ({ kind }) => kind)].flatMap(([kind, [only, ...more]]) =>
    more.length === 0
      ? [titleOf(only!), ...entry(kind, tableLines(only!, question))]
      : entry(
          kind,
          [only!, ...more].flatMap((table) => listed(table, question)),
        ),
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
function listed(table: TableDraft, question: Question): string[] {
  const [first = '', ...others] = tableLines(table, question);
  return first === '' || first.startsWith('#')
    ? [titleOf(table), '-', ...indented([first, ...others])]
    : [titleOf(table), `- ${first}`, ...indented(others)];
}
