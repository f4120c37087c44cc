import type { DescribedOperation } from './described-operation.ts';
import type { Field, Fields } from './fields.ts';
import type { TableOperation } from './table.ts';

/**
 * What the operation table and a description say differently, one line each, such as
 * `POST /users body.avatar: only in the table`. Operations of areas that the description does not speak of at all
 * are left out: a description may cover a part of the service.
 */
export function differences(
  table: readonly TableOperation[],
  description: readonly DescribedOperation[],
): string[] {
  const found: string[] = [];
  const areas = new Set(description.flatMap((one) => counterpart(table, one)?.area ?? []));
  for (const one of table)
    if (areas.has(one.area) && counterpart(description, one) === undefined)
      found.push(`${title(one)}: only in the table`);
  for (const described of description) {
    const ours = counterpart(table, described);
    if (ours === undefined) found.push(`${title(described)}: only in the description`);
    else found.push(...differencesOf(ours, described));
  }
  return found;
}

function differencesOf(ours: TableOperation, described: DescribedOperation): string[] {
  const found: string[] = [];
  if (ours.path !== described.path) found.push(`path parameters: ${described.path}`);
  if (ours.onBehalfOf !== described.onBehalfOf)
    found.push(`onBehalfOf: ${ours.onBehalfOf} in the table, ${described.onBehalfOf} described`);
  found.push(...fieldDifferences('query', ours.query, described.query));
  found.push(...fieldDifferences('body', ours.body, described.body));
  return found.map((difference) => `${title(ours)} ${difference}`);
}

function fieldDifferences(where: string, ours: Fields, described: Fields): string[] {
  const found: string[] = [];
  for (const place of new Set([...ours.keys(), ...described.keys()])) {
    const [mine, theirs] = [ours.get(place), described.get(place)];
    const name = `${where}.${place}`;
    if (mine !== undefined && theirs !== undefined) {
      if (mine.required !== theirs.required)
        found.push(`${name}: required only in the ${mine.required ? 'table' : 'description'}`);
      if (String(mine.words) !== String(theirs.words))
        found.push(`${name}: ${said(mine)} in the table, ${said(theirs)} described`);
    } else if (mine === undefined && isOpenAt(ours, place)) {
      found.push(`${name}: only in the description`);
    } else if (theirs === undefined && isOpenAt(described, place)) {
      found.push(`${name}: only in the table`);
    }
  }
  return found;
}

/** Whether the other fields are told at this depth; a bare object there says nothing against any field. */
function isOpenAt(fields: Fields, place: string): boolean {
  const parent = place.replace(/(\.[^.]+|\[\])$/, '');
  if (parent === place) return true;
  return [...fields.keys()].some((other) => other.startsWith(`${parent}.`));
}

function said({ words }: Field): string {
  return words === undefined ? 'anything' : words.join('|');
}

function counterpart<T extends DescribedOperation>(
  among: readonly T[],
  { method, path }: DescribedOperation,
): T | undefined {
  return among.find((one) => one.method === method && bare(one.path) === bare(path));
}

/** The path without the names of its parameters, which are anybody's choice. */
function bare(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, '{}');
}

function title({ method, path }: DescribedOperation): string {
  return `${method} ${path}`;
}
