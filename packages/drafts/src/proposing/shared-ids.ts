import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import type { Guess } from '../guessing/guess-export.ts';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import { type FieldMatch, SURE } from '../matching/match-fields.ts';
import { hasConcept } from '../words/name-fit.ts';
import type { TableDraft } from './table-draft.ts';

/** Two tables of users in which the same id belongs to people with different names. */
export interface SharedIds {
  readonly tables: readonly [GuessedTable, GuessedTable];
  readonly ids: ReadonlySet<string>;
}

/** Ids that several tables of users have for different people, such as students and teachers that are each counted from 1. */
export function sharedIdsIn({ placed }: Guess): readonly SharedIds[] {
  const people = placed.filter(({ kind }) => kind === 'users').map(namesById);
  return people.flatMap((one, index) =>
    people.slice(index + 1).flatMap((other) => {
      const both = [...one.names].filter(([id]) => other.names.has(id));
      const ids = new Set(both.flatMap(([id, name]) => (other.names.get(id) === name ? [] : [id])));
      return ids.size === 0 ? [] : [{ tables: [one.guess, other.guess] as const, ids }];
    }),
  );
}

/** The fields that refer to users. */
const toUsers = ['sender', 'receiver', 'uid', 'owner', 'friend', 'blocked'];

/** Why a column that refers to users is not certain: an id in it belongs to several people. */
export function doubtOfUser(
  kind: InputKind,
  { field, column }: FieldMatch,
  shared: readonly SharedIds[],
): string | undefined {
  if (kind === 'users' || !toUsers.includes(field) || isOfGroup(field, column)) return undefined;
  const found = shared.find(({ ids }) => [...column.facts.values.keys()].some((id) => ids.has(id)));
  return found === undefined ? undefined : reasonOf(found);
}

function isOfGroup(field: string, { label }: Column): boolean {
  return field === 'receiver' && hasConcept(label, 'group');
}

/** Proposes ids that name their table. @returns the proposed column, which is used for nothing else then */
export function addOwnIds(draft: TableDraft, shared: readonly SharedIds[]): Column | undefined {
  const { kind, guess } = draft;
  const found = shared.find(({ tables }) => tables.includes(guess));
  const id = guess.matches.find(({ field }) => field === 'uid')?.column;
  if (kind !== 'users' || found === undefined || id === undefined) return undefined;
  const template = `${guess.table.label}-{${id.name}}`;
  const note = `${reasonOf(found)}; this tells them apart, and what refers to them needs the same`;
  draft.propose('convert', 'uid', { template }, note);
  return id;
}

function reasonOf({ tables }: SharedIds): string {
  const [one, other] = tables.map(({ table }) => path.basename(table.file));
  return `${one} and ${other} have the same ids for different people`;
}

function namesById(guess: GuessedTable): {
  readonly guess: GuessedTable;
  readonly names: ReadonlyMap<string, string>;
} {
  const cellsOf = (name: string): Column['cells'] =>
    guess.matches.find(({ field, score }) => field === name && score >= SURE)?.column.cells ?? [];
  const [ids, names] = [cellsOf('uid'), cellsOf('name')];
  const pairs = ids.flatMap((id, row) => {
    const name = names[row]?.trim().toLowerCase();
    return id === undefined || name === undefined ? [] : [[id, name] as const];
  });
  return { guess, names: new Map(pairs) };
}
