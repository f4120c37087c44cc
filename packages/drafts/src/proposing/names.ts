import type { Column } from '../columns/column.ts';
import { SURE } from '../matching/match-fields.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';
import type { TableDraft } from './table-draft.ts';

/** The names of groups that have none, and those of users that are in two columns, or that only their logins show. */
export function addNames(draft: TableDraft, used: Set<Column>): void {
  const { guess, kind } = draft;
  if (kind === 'groups') return addNameOfGroups(draft, used);
  if (kind !== 'users') return;
  const partOf = (part: 'first' | 'last'): Column | undefined =>
    guess.table.columns.find(
      ({ label, facts }) => hasConcept(label, part) && facts.filled > 0 && facts.time === undefined,
    );
  const name = guess.matches.find(({ field }) => field === 'name');
  // Where only one part is called so, the other one is the plain name: nom and prénom, nombre and apellidos.
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
    // Certain, because the names of the columns say which part each one is.
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

/** Calls groups after their ids where no column may be a name. */
function addNameOfGroups(draft: TableDraft, used: Set<Column>): void {
  const { matches } = draft.guess;
  const guid = matches.find(({ field }) => field === 'guid');
  const name = matches.some(({ field }) => field === 'name');
  if (name || guid === undefined || guid.score < SURE || draft.kindProposal === undefined) return;
  draft.add('columns', guid.column.name, ['guid', 'name'], 'no column holds a name');
  used.add(guid.column);
}

/** Whether most values of a column contain those of a part of the name: then it is the whole name. */
function holdsPart({ cells }: Column, { cells: parts }: Column): boolean {
  const both = cells.flatMap((cell, row) =>
    cell === undefined || parts[row] === undefined ? [] : [cell.includes(parts[row])],
  );
  return both.length > 0 && both.filter(Boolean).length > both.length / 2;
}
