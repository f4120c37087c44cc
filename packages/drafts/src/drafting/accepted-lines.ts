import { stringify } from 'yaml';
import { type TableDraft, sections } from '../proposing/table-draft.ts';
import { type Draft, switchesIn } from './draft.ts';
import { entryKeys } from './entry-keys.ts';
import type { FileDraft } from './file-draft.ts';
import { mappingOf } from './table-lines.ts';

/** The lines that accepted proposals add to a configuration, under their keys. */
export function acceptedLines(draft: Draft): string[] {
  const { settings, files } = draft;
  const keys = entryKeys(files.filter(({ dump }) => dump === undefined));
  const sources = files.flatMap((file) => sourceOf(file) ?? []);
  const plain = files.filter(({ dump }) => dump === undefined);
  const entries = plain.flatMap((file) => {
    const entry = entryOf(file);
    return entry === undefined ? [] : [[keys.get(file)!, entry] as const];
  });
  const own = settings.filter(({ proposal }) => proposal.isAccepted);
  const added = {
    ...Object.fromEntries(own.map(({ key, value }) => [key, value])),
    ...(entries.length === 0 ? {} : { files: Object.fromEntries(entries) }),
    ...(sources.length === 0 ? {} : { sources }),
  };
  const off = switchesIn(draft).filter(({ isAccepted }) => isAccepted);
  return [
    ...(Object.keys(added).length === 0
      ? []
      : stringify(added, { lineWidth: 0 }).trimEnd().split('\n')),
    ...off.map(
      ({ name, reason }) =>
        `# Remove the line that ${name} turns off: it ${reason.replace('does not: ', '')}`,
    ),
  ];
}

function entryOf({ tables }: FileDraft): object | undefined {
  const added = tables.map((table) => ({ table, mapping: addedTo(table) }));
  if (added.every(({ mapping }) => mapping === undefined)) return undefined;
  const [first] = added;
  if (tables.length === 1) return first!.mapping;
  const kinds = [...Map.groupBy(added, ({ table }) => table.kind)].flatMap(([kind, own]) => {
    const changed = own.flatMap(({ mapping }) => mapping ?? []);
    return changed.length === 0 ? [] : [[kind, own.length === 1 ? changed[0] : changed] as const];
  });
  return { kinds: Object.fromEntries(kinds) };
}

/** The kinds of a dump with accepted proposals, each with its whole mapping, because the query changes with the columns that are read. */
function sourceOf({ file, tables, dump }: FileDraft): object | undefined {
  if (dump === undefined) return undefined;
  const kinds = [...Map.groupBy(tables, ({ kind }) => kind)].flatMap(([kind, own]) => {
    if (!own.some(({ proposals }) => proposals.some(({ isAccepted }) => isAccepted))) return [];
    const mappings = own.map((table) => mappingOf(table, dump.queries.get(table)));
    return [[kind, mappings.length === 1 ? mappings[0] : mappings] as const];
  });
  return kinds.length === 0
    ? undefined
    : { [dump.dump.driver]: file, kinds: Object.fromEntries(kinds) };
}

/** The accepted lines of a table, with its place in the file; undefined when there are none. */
function addedTo(table: TableDraft): object | undefined {
  const { lines, guess, kind, kindProposal, notIgnored } = table;
  if (kindProposal?.isAccepted === true) return { kind, ...mappingOf(table) };
  const own = sections.flatMap((section) => {
    const accepted = lines[section].filter(({ proposal }) => proposal?.isAccepted === true);
    if (accepted.length === 0) return [];
    return [[section, Object.fromEntries(accepted.map(({ key, value }) => [key, value]))] as const];
  });
  const ignore = notIgnored.flatMap(({ name, proposal }) => (proposal.isAccepted ? [name] : []));
  if (own.length === 0 && ignore.length === 0) return undefined;
  const { rows, when } = guess.table;
  return {
    ...(rows === undefined || rows === '' ? {} : { rows }),
    ...(when === undefined ? {} : { when: { [when.field]: when.value } }),
    ...Object.fromEntries(own),
    ...(ignore.length === 0 ? {} : { ignore }),
  };
}
