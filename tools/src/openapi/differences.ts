import type { DescribedOperation } from './described-operation.ts';
import type { DescribedWithExamples } from './description.ts';
import { exampleDifferences } from './example-differences.ts';
import type { Fields } from './fields.ts';
import type { TableOperation } from './table.ts';

/**
 * The differences between the operation table and a description, one line each, such as
 * `POST /users body.avatar: only in the table`. Areas without an operation in the description are skipped, because a
 * description may cover only a part of the service.
 */
export function differences(
  table: readonly TableOperation[],
  description: readonly DescribedWithExamples[],
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

function differencesOf(ours: TableOperation, described: DescribedWithExamples): string[] {
  const found: string[] = [];
  if (ours.path !== described.path) found.push(`path parameters: ${described.path}`);
  if (ours.onBehalfOf !== described.onBehalfOf)
    found.push(`onBehalfOf: ${ours.onBehalfOf} in the table, ${described.onBehalfOf} described`);
  found.push(...fieldDifferences('query', ours.query, described.query));
  found.push(...fieldDifferences('body', ours.body, described.body));
  for (const example of described.exampleAnswers)
    found.push(...exampleDifferences(ours.answer, example));
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
      for (const what of ['types', 'words'] as const)
        if (String(mine[what]) !== String(theirs[what]))
          found.push(
            `${name}: ${listed(mine[what])} in the table, ${listed(theirs[what])} described`,
          );
    } else if (mine === undefined && isOpenAt(ours, place)) {
      found.push(`${name}: only in the description`);
    } else if (theirs === undefined && isOpenAt(described, place)) {
      found.push(`${name}: only in the table`);
    }
  }
  return found;
}

/** Whether the description has other fields at this depth; a bare object allows any field. */
function isOpenAt(fields: Fields, place: string): boolean {
  const parent = place.replace(/(\.[^.]+|\[\])$/, '');
  if (parent === place) return true;
  return [...fields.keys()].some((other) => other.startsWith(`${parent}.`));
}

function listed(allowed: readonly string[] | undefined): string {
  return allowed === undefined ? 'anything' : allowed.join('|');
}

function counterpart<T extends DescribedOperation>(
  among: readonly T[],
  { method, path }: DescribedOperation,
): T | undefined {
  return among.find((one) => one.method === method && bare(one.path) === bare(path));
}

/** The path without the names of its parameters, which may differ on each side. */
function bare(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, '{}');
}

function title({ method, path }: DescribedOperation): string {
  return `${method} ${path}`;
}
