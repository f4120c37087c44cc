import type { Column } from '../columns/column.ts';
import { SURE } from '../matching/match-fields.ts';
import { conceptsOf } from '../matching/concepts-of.ts';
import { hasConcept } from '../matching/name-fit.ts';
import type { TableDraft } from './table-draft.ts';

/** The names of users that are in two columns, or that only their logins show. */
export function addNames(draft: TableDraft, used: Set<Column>): void {
  const { guess, kind } = draft;
  if (kind !== 'users') return;
  const partOf = (part: 'first' | 'last'): Column | undefined =>
    guess.table.columns.find(
      ({ label, facts }) => hasConcept(label, part) && facts.filled > 0 && facts.time === undefined,
    );
  const name = guess.matches.find(({ field }) => field === 'name');
  // Where only one part is called so, the other one is the plain name: nom and prénom, nombre and apellidos.
  const other =
    name !== undefined && conceptsOf(name.column.label).concepts.join() === 'name'
      ? name.column
      : undefined;
  const first = partOf('first') ?? other;
  const last = partOf('last') ?? other;
  const isWeak =
    name === undefined ||
    name.score < SURE ||
    name.column === first ||
    name.column === last ||
    hasConcept(name.column.label, 'login');
  if (first !== undefined && last !== undefined && first !== last && isWeak) {
    draft.add('convert', 'name', { join: [first.name, last.name] });
    used.add(first);
    used.add(last);
    if (name !== undefined) used.add(name.column);
    return;
  }
  const uid = guess.matches.find(({ field }) => field === 'uid');
  if (name !== undefined || uid === undefined || uid.score < SURE) return;
  if (uid.column.facts.isNumber || uid.column.facts.length > 24) return;
  draft.add('columns', uid.column.name, ['uid', 'name'], 'no other column holds a name');
  used.add(uid.column);
}
