import { fields, type InputKind, kinds } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { timeFormOf } from '../columns/time-form-of.ts';
import { hasConcept, nameFit } from '../words/name-fit.ts';
import { valueFit } from '../matching/value-fit.ts';
import type { Proofs } from '../matching/proofs.ts';
import { samplesOf, shownValues } from './samples.ts';
import type { TableDraft } from './table-draft.ts';

/** Maximum number of columns that are shown as candidates for a field. */
const SHOWN = 6;

/** Required fields that no active line fills: the fields with a proposed line, and the others. */
export function lackingFields(draft: TableDraft): {
  readonly proposed: readonly string[];
  readonly unknown: readonly string[];
} {
  const required = Object.entries(fields[draft.kind]).flatMap(([name, field]) =>
    field.required ? [name] : [],
  );
  const filled = filledBy(draft, true);
  const offered = filledBy(draft, false);
  const lacking = required.filter((name) => !filled.has(name));
  return {
    proposed: lacking.filter((name) => offered.has(name)),
    unknown: lacking.filter((name) => !offered.has(name)),
  };
}

/** Proposes to name the column of each required field that has no other line. */
export function addLacking(draft: TableDraft, used: Set<Column>, proofs: Proofs): void {
  for (const required of lackingFields(draft).unknown) {
    const field = required === 'data' ? 'text' : required;
    if (draft.waitsFor.some((each) => each.field === field)) continue;
    const candidates = draft.guess.table.columns.filter(
      (column) =>
        !used.has(column) &&
        !draft.lines.columns.some(({ key }) => key === column.name) &&
        isPossible(column) &&
        proofs.otherTableOf(draft.kind, { field, column }) === undefined &&
        valueFit(draft.kind, field, column.facts) > 0,
    );
    if (candidates.length === 0 && field === 'receiver') proposeFile(draft);
    if (candidates.length === 0 && field === 'sentAt') proposeTime(draft);
    if (candidates.length === 0) continue;
    const choices = candidates.map(({ name }) => name);
    const shown = candidates
      .slice(0, SHOWN)
      .map((column) => `${column.name} (${samplesOf(column)})`);
    const more = candidates.length > SHOWN ? ', …' : '';
    const proposal = draft.proposal(
      field,
      `names the column of ${field}: ${shown.join(', ')}${more}`,
      {
        example: choices[0]!,
        choices,
        isNeeded: true,
      },
    );
    const given = draft.valueGiven(proposal) ?? choices[0]!;
    draft.add('columns', given, field, undefined, proposal);
    const column = candidates.find(({ name }) => name === given);
    if (proposal.isAccepted && column !== undefined) used.add(column);
  }
}

/** Proposes the name of the file as the conversation of all of its messages. */
function proposeFile(draft: TableDraft): void {
  draft.propose(
    'columns',
    '$file',
    'receiver',
    'no column names a conversation: the messages of this file may all be of one, called after the file',
    { name: 'receiver' },
  );
}

/** A placeholder for a time that only the operator knows. */
const EXAMPLE_TIME = '2024-01-01T00:00:00Z';

/** Proposes one time for all messages of a table without times. */
function proposeTime(draft: TableDraft): void {
  draft.propose(
    'convert',
    'sentAt',
    { default: secondsOf(EXAMPLE_TIME) },
    `no column holds a time${unreadTime(draft)}: all messages get this one, and stay in the order of their rows`,
    {
      name: 'sentAt',
      valueOf: (given) => ({ default: secondsOf(given) }),
      example: EXAMPLE_TIME,
      isNeeded: true,
    },
  );
}

/** Names a column that is named after a time, and whose values have no known form. */
function unreadTime({ guess: { table } }: TableDraft): string {
  const column = table.columns.find(
    ({ label, facts, root }) =>
      root !== undefined && facts.filled > 0 && nameFit('messages', 'sentAt', label) > 0,
  );
  if (column === undefined) return '';
  const forms = severalForms(column);
  return forms === undefined
    ? ` in a known form, and ${column.name} may hold it in another one, which times can declare (${samplesOf(column)})`
    : ` in one form, and ${column.name} has several (${forms}), which a transform can make alike`;
}

/** Two values of a column that write times in different forms; undefined when all values have one form, or no known form. */
function severalForms({ facts }: Column): string | undefined {
  const byForm = Map.groupBy(facts.values.keys(), (value) => {
    const found = timeFormOf([value]);
    return found && JSON.stringify(found);
  });
  return byForm.size > 1 ? shownValues([...byForm.values()].map(([first]) => first!)) : undefined;
}

/** UNIX seconds of a time with a zone. Any other text stays unchanged, and a plan then reports it. */
function secondsOf(time: string): number | string {
  const ms = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? Date.parse(time) : NaN;
  return Number.isNaN(ms) ? time : Math.floor(ms / 1000);
}

function isPossible({ root, isRepeated, facts, label, name }: Column): boolean {
  return (
    root !== undefined &&
    !isRepeated &&
    facts.filled > 0 &&
    !facts.isSecret &&
    !hasConcept(label, 'secret') &&
    !/[,=]/.test(name)
  );
}

function holdsObject(kind: InputKind, field: string): boolean {
  return fields[kind][field]?.type === 'json';
}

/** The fields of a record that lines fill: active lines, or proposed lines. */
function filledBy({ kind, guess, lines, ignored }: TableDraft, isActive: boolean): Set<string> {
  const isIgnored = (root: string): boolean => ignored.some(({ name }) => name === root);
  // An object under the name of a text field does not fill the field.
  const own = guess.table.columns.flatMap(({ name, root }) =>
    isActive && root !== undefined && !isIgnored(root) && (name === root || holdsObject(kind, root))
      ? [root]
      : [],
  );
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
