import type { Column } from '../columns/column.ts';
import { SURE } from '../matching/match-fields.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';
import type { TableDraft } from './table-draft.ts';

/** Adds names: for groups without a name, and for users whose name is in two columns or only in a login. */
export function addNames(draft: TableDraft, used: Set<Column>): void {
  const { guess, kind } = draft;
  if (kind === 'groups') return addNameOfGroups(draft, used);
  if (kind !== 'users') return;
  const partOf = (part: 'first' | 'last'): Column | undefined =>
    guess.table.columns.find(
      ({ label, facts }) => hasConcept(label, part) && facts.filled > 0 && facts.time === undefined,
    );
  const name = guess.matches.find(({ field }) => field === 'name');
  // When only one part has its own word, the other part is the plain name: nom and prénom, nombre and apellidos.
  const [calledFirst, calledLast] = [partOf('first'), partOf('last')];
  const part = calledFirst ?? calledLast;
  const other =
    name !== undefined &&
    conceptsOf(name.column.label).concepts.join() === 'name' &&
    !(part !== undefined && holdsPart(name.column, part))
      ? name.column
      : undefined;
  const first = calledFirst ?? other;
  const last = calledLast ?? other;
  const isWeak =
    name === undefined ||
    name.score < SURE ||
    name.column === first ||
    name.column === last ||
    hasConcept(name.column.label, 'login');
  if (first !== undefined && last !== undefined && first !== last && isWeak) {
    // Certain, because the names of the columns identify the parts.
    draft.add('convert', 'name', { join: [first.name, last.name] });
    used.add(first);
    used.add(last);
    return;
  }
  const uid = guess.matches.find(({ field }) => field === 'uid');
  if (name !== undefined || uid === undefined || uid.score < SURE) return;
  if (uid.column.facts.isNumber || uid.column.facts.length > 24) return;
  draft.add('columns', uid.column.name, ['uid', 'name'], 'no other column holds a name');
  used.add(uid.column);
}

/** Names groups by their ids when no column may be a name. */
function addNameOfGroups(draft: TableDraft, used: Set<Column>): void {
  const { matches } = draft.guess;
  const guid = matches.find(({ field }) => field === 'guid');
  const name = matches.some(({ field }) => field === 'name');
  if (name || guid === undefined || guid.score < SURE || draft.kindProposal === undefined) return;
  draft.add('columns', guid.column.name, ['guid', 'name'], 'no column holds a name');
  used.add(guid.column);
}

/** Whether most values of a column contain the other column's part of the name, so that the column is the whole name. */
function holdsPart({ cells }: Column, { cells: parts }: Column): boolean {
  const both = cells.flatMap((cell, row) =>
    cell === undefined || parts[row] === undefined ? [] : [cell.includes(parts[row])],
  );
  return both.length > 0 && both.filter(Boolean).length > both.length / 2;
}
