import { type Kind, kinds, type KindDefinition, type Row } from '@chatferry/contract';
import { isBuiltIn } from './built-in.ts';
import type { OnHeld } from './held-list.ts';
import type { Parents } from './parents.ts';

/** How the records of a kind are listed together: one list of the app. */
export type AppList = Extract<KindDefinition['list'], { readonly query: object }>;

/** Passes on an entry of a kind's list if the entry is a record of the kind. */
export type TakeEntry = (entry: Row) => unknown;

/** @param parents the parents of entries; set when the list names a parent by its id */
export function entryTaker(
  kind: Kind,
  { having, without }: AppList,
  parents: Parents | undefined,
  onHeld: OnHeld,
): TakeEntry {
  const { key } = kinds[kind];
  return (entry) => {
    if (having !== undefined && isEmpty(entry[having])) return undefined;
    if (without !== undefined && !isEmpty(entry[without])) return undefined;
    if (isBuiltIn(kind, entry)) return undefined;
    const id = entry[key];
    return onHeld(typeof id === 'string' ? id : undefined, parents?.named(entry) ?? entry);
  };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
