import { type DraftedQuery, filledQuery } from '../dumps/query-of.ts';
import type { Sql } from '../dumps/sql-of.ts';
import { whereIn } from '../guessing/guessed-table.ts';
import { stringify } from 'yaml';
import type { Proposal } from '../guessing/proposal.ts';
import {
  type DraftLine,
  type Section,
  sections,
  type TableDraft,
} from '../proposing/table-draft.ts';
import { comment, commented, flow, indented, pair } from './yaml-line.ts';

/** The comment that asks to confirm a proposal: its number, its subject, the reason, and the command. */
export type Question = (proposal: Proposal, about?: string) => string;

/**
 * The keys of a mapping, as lines of YAML: certain and accepted lines, and as comments the lines that have to be confirmed.
 *
 * @param query the query of a table in a dump
 */
export function tableLines(draft: TableDraft, question: Question, query?: DraftedQuery): string[] {
  const { lines, lacking } = draft;
  const asked = new Set<Proposal>();
  const ask: Question = (proposal, about) => {
    if (asked.has(proposal)) return 'belongs to the proposal above';
    asked.add(proposal);
    return question(proposal, about);
  };
  return [
    ...Object.entries(placeOfRows(draft, query)).map(([key, value]) =>
      key === 'query' ? queryLine(String(value)) : pair(key, value),
    ),
    ...lacking.map((each) => `# ${each}`),
    ...sections.flatMap((section) => sectionLines(section, lines[section], ask)),
    ...ignoreLines({ notIgnored: draft.notIgnored, ignored: ignoredIn(draft, query) }, ask),
  ];
}

function element(name: string, note: string): string {
  return `- ${flow(name)}${comment(note === '' ? undefined : note)}`;
}

/** A query on one line, which needs quotes less often than a value in braces. */
function queryLine(query: string): string {
  return stringify({ query }, { lineWidth: 0 }).trimEnd();
}

/** The place of the rows: a path in a document, or a query. */
function placeOfRows({ guess }: TableDraft, query: DraftedQuery | undefined): object {
  if (query !== undefined)
    return {
      query: query.query,
      ...(query.key === undefined ? {} : { key: oneOf(query.key) }),
    };
  const { when } = guess.table;
  const rows = rowsOf(guess.table);
  return {
    ...(rows === undefined || rows === '' ? {} : { rows }),
    ...(when === undefined ? {} : { when: { [when.field]: when.value } }),
    ...(guess.nested === undefined ? {} : { nested: oneOf(guess.nested) }),
  };
}

/** The columns that no line reads; for a query, among the columns that it returns. */
function ignoredIn(
  { ignored }: TableDraft,
  query: DraftedQuery | undefined,
): TableDraft['ignored'] {
  if (query === undefined) return ignored;
  return query.ignored.map(
    (name) => ignored.find((each) => each.name === name) ?? { name, note: '', isDecided: false },
  );
}

function ignoreLines(
  { ignored, notIgnored }: Pick<TableDraft, 'ignored' | 'notIgnored'>,
  ask: Question,
): string[] {
  const counting = [
    ...ignored.map(({ name, note }) => element(name, note)),
    ...notIgnored
      .filter(({ proposal }) => proposal.isAccepted)
      .map(({ name, proposal }) => element(name, `accepted: ${proposal.reason}`)),
  ];
  const open = notIgnored.filter(({ proposal }) => !proposal.isAccepted);
  if (counting.length > 0)
    return [
      'ignore:',
      ...indented([
        ...counting,
        ...open.map(({ name, proposal }) => `# ${element(name, ask(proposal))}`),
      ]),
    ];
  if (open.length === 0) return [];
  return [
    ...open.map(({ name, proposal }) => commented(ask(proposal, flow(name)))),
    `# ${pair(
      'ignore',
      open.map(({ name }) => name),
    )}`,
  ];
}

function rowsOf({ pattern, rows }: TableDraft['guess']['table']): string | undefined {
  return pattern ?? rows;
}

/** Asks whether rows are of a kind, with the mapping that they would get. @param query the query of a table in a dump */
export function waitingLines(
  draft: TableDraft,
  question: Question,
  query?: DraftedQuery,
): string[] {
  const { kind, kindProposal, guess } = draft;
  const place = query === undefined ? whereIn(guess.table).join(', ') : guess.table.label;
  return [
    commented(question(kindProposal!, place === '' ? kind : `${place}: ${kind}`)),
    `#   ${flow({ kind, ...mappingOf(draft, query) })}`,
  ];
}

/** The active lines of a mapping, as a value. */
export function mappingOf(draft: TableDraft, query?: DraftedQuery): object {
  const { lines, notIgnored } = draft;
  const active = sections.map((section) => {
    const own = lines[section].filter(({ isActive }) => isActive);
    return [section, Object.fromEntries(own.map(({ key, value }) => [key, value]))] as const;
  });
  return {
    ...placeOfRows(draft, query),
    ...Object.fromEntries(active.filter(([, own]) => Object.keys(own).length > 0)),
    ...ignoring([
      ...ignoredIn(draft, query),
      ...notIgnored.filter(({ proposal }) => proposal.isAccepted),
    ]),
  };
}

/** The only element of a list, or the list. */
function oneOf(values: readonly string[]): string | readonly string[] {
  return values.length === 1 ? values[0]! : values;
}

function ignoring(places: readonly { readonly name: string }[]): object {
  return places.length === 0 ? {} : { ignore: places.map(({ name }) => name) };
}

function sectionLines(section: Section, lines: readonly DraftLine[], ask: Question): string[] {
  const active = lines.filter(({ isActive }) => isActive);
  const proposals = lines.filter(({ isActive }) => !isActive);
  if (active.length > 0)
    return [
      `${section}:`,
      ...indented([
        ...active.map((line) => pair(line.key, line.value, noteOn(line))),
        ...proposals.map(({ key, value, proposal }) => `# ${pair(key, value, ask(proposal!))}`),
      ]),
    ];
  // Without an active line, the key is in the comment as well, so that one edit is enough.
  if (proposals.length === 0) return [];
  return [
    ...proposals.map(({ key, proposal }) => commented(ask(proposal!, flow(key)))),
    `# ${pair(section, Object.fromEntries(proposals.map(({ key, value }) => [key, value])))}`,
  ];
}

/** Proposes members when the users of a group are in columns of its row. @param sql of the database that contains the rows */
export function memberLines(
  { guess, participants, membersProposal }: TableDraft,
  question: Question,
  sql?: Sql,
): string[] {
  const guid = guess.matches.find(({ field }) => field === 'guid')?.column;
  if (membersProposal === undefined || guid === undefined) return [];
  const rows = rowsOf(guess.table);
  const { label } = guess.table;
  const mappings = participants.map(({ name }) => ({
    ...(rows === undefined || rows === '' ? {} : { rows }),
    ...(sql === undefined ? {} : { query: filledQuery(sql, label, guid.name, name) }),
    columns: { [guid.name]: 'guid', [name]: 'uid' },
  }));
  const lines = ['members:', ...mappings.map((mapping) => `  - ${flow(mapping)}`)];
  return membersProposal.isAccepted
    ? [commented(`accepted: ${membersProposal.reason}`), ...lines]
    : [commented(question(membersProposal, 'members')), ...lines.map((line) => `# ${line}`)];
}

function noteOn({ note, proposal, off }: DraftLine): string | undefined {
  if (off !== undefined) return `${note} (init --accept ${off.name} turns it off)`;
  return note ?? (proposal && `accepted: ${proposal.reason}`);
}
