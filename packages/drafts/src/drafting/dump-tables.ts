import path from 'node:path';
import { count, counted } from '@chatferry/contract';
import { unreadLines } from '@chatferry/job/planned';
import { notReadOf } from '../dumps/not-read.ts';
import { otherSchemas } from '../dumps/other-schemas.ts';
import type { Relation } from '../dumps/relations.ts';
import type { TableDraft } from '../proposing/table-draft.ts';
import type { FileDraft } from './file-draft.ts';

/** Maximum number of columns of a table that are named. */
const SHOWN_COLUMNS = 8;

/** Lists the tables of a dump: their rows, columns, kinds and references to each other, and the tables that are not read. */
export function dumpTables({ file, tables, waiting, dump }: FileDraft): string[] {
  const { dump: inspected, preset, relations, pairs, recipients, reasons } = dump!;
  const filled = inspected.tables.filter(({ rows }) => rows > 0);
  const head = `${file}: ${inspected.text} with rows in ${counted(filled.length, 'table')}`;
  if (preset !== undefined)
    return [`${head}, those of ${preset.title}, which the preset ${preset.preset} reads.`];
  const empty = inspected.tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
  const width = Math.max(0, ...filled.map(({ name }) => name.length));
  const joined = new Map([
    ...pairs.map(({ table, messages }): [string, string] => [
      table,
      `conversations of two users, joined to ${[...messages.keys()].join(', ')}`,
    ]),
    ...[...tables, ...waiting].flatMap(({ attachments, guess }): [string, string][] =>
      attachments === undefined || attachments.waitsFor !== undefined
        ? []
        : [[attachments.table.label, `attachments, read with ${guess.table.label}`]],
    ),
    ...recipients.map(({ table, messages }): [string, string] => [
      table,
      `those who receive messages, joined to ${messages}`,
    ]),
  ]);
  const open = new Map(
    [...tables, ...waiting].flatMap(({ attachments }): [string, string][] =>
      attachments?.waitsFor === undefined
        ? []
        : [
            [
              attachments.table.label,
              `attachments, not read until ${attachments.waitsFor} is accepted`,
            ],
          ],
    ),
  );
  const readAs = (name: string): string =>
    [
      ...tables.filter(({ guess }) => guess.table.label === name).map(kindText),
      ...waiting
        .filter(({ guess }) => guess.table.label === name)
        .map(({ kind }) => `not read until ${kind} is accepted`),
    ].join('; ') ||
    (joined.get(name) ?? open.get(name) ?? `not read: ${reasons.get(name) ?? 'no query needs it'}`);
  const read = new Set([...tables.map(({ guess }) => guess.table.label), ...joined.keys()]);
  const own = path.basename(file);
  const others = otherSchemas(inspected);
  const unread = notReadOf(dump!, read).map((each) => ({ file: own, ...each }));
  return [
    `${head}:`,
    ...filled.map(
      ({ name, rows, columns }) =>
        `  ${name.padEnd(width)}  ${counted(rows, 'row')} (${namesOf(columns)}): ${readAs(name)}`,
    ),
    ...(empty.length === 0 ? [] : [`  Without rows: ${empty.join(', ')}`]),
    ...(relations.length === 0
      ? []
      : ['  Relations:', ...relations.map((each) => `    ${relationText(each)}`)]),
    ...unreadLines({ unread }).map((line) => `  ${line}`),
    ...(others === undefined ? [] : [`  Not read: ${others}.`]),
  ];
}

function kindText({ kind, kindProposal, proposals }: TableDraft): string {
  const waits = proposals.filter(({ isAccepted }) => !isAccepted).length;
  const open = waits === 0 ? '' : `, ${counted(waits, 'proposal')}`;
  return `${kind}, ${kindProposal === undefined ? 'certain' : 'accepted'}${open}`;
}

function namesOf(columns: readonly { readonly name: string }[]): string {
  const names = columns.slice(0, SHOWN_COLUMNS).map(({ name }) => name);
  return `${names.join(', ')}${columns.length > SHOWN_COLUMNS ? ', …' : ''}`;
}

function relationText({ from, to, isDeclared, values, missing }: Relation): string {
  const how = isDeclared ? 'a foreign key' : 'by name and values';
  const found =
    missing === 0
      ? `all ${counted(values, 'value')} found`
      : `${count(missing)} of ${counted(values, 'value')} not found`;
  return `${from.table}.${from.column} → ${to.table}.${to.column}: ${how}, ${found}`;
}
