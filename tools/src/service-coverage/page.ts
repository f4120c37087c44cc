import {
  areas,
  type Area,
  type Operation,
  type OperationName,
  operations,
  undocumentedParts,
} from '@chatferry/contract';
import type { Skipped } from '../service-coverage.ts';
import { markdownTable } from './markdown-table.ts';

type Entry = readonly [OperationName, Operation];

const table = Object.entries(operations) as unknown as Entry[];

/** @param known the operations that the local service answers */
export function coveragePage(known: ReadonlySet<OperationName>, skipped: Skipped): string {
  return `# What is covered of the service

Made by \`tools/src/service-coverage.ts\` from the operation table, a running local service and the conformance suite; not to be
edited. _Client_ counts typed operations, _local service_ those that it answers, _tested_ those that the suite exercises
there over real connections, _hosted app_ those that it exercises on a hosted app when address and key of one are
given; so far nobody has given any. _Source_ says where path and fields come from: the interface specification, the
published reference, or use by others.

${markdownTable(
  ['Area', 'Operations', 'Client', 'Local service', 'Tested', 'Hosted app', 'Source'],
  areas.map((area) => areaCells(area, known, skipped)),
)}

## Documented by name only

There is no path to call, or nothing that says what to send. \`client.request\` sends what you know better.

${markdownTable(
  ['Area', 'What', 'Why it is not in the table'],
  undocumentedParts.map(({ area, what, reason }) => [area, what, reason]),
)}

## Skipped on a hosted app

${markdownTable(
  ['Operations', 'Why'],
  Object.entries(skipped.hosted).map(([operation, reason]) => [`\`${operation}\``, reason]),
)}

## The operations

${markdownTable(
  ['Operation', 'Method and path', 'Acts for a user', 'Key', 'Repeatable', 'Paging'],
  table.map(operationCells),
)}
`;
}

function areaCells(area: Area, known: ReadonlySet<OperationName>, skipped: Skipped): string[] {
  const here = table.filter(([, operation]) => operation.area === area);
  const share = (part: readonly Entry[]): string =>
    here.length === 0 ? '–' : part.length === here.length ? 'all' : `${part.length}`;
  const answered = here.filter(([name]) => known.has(name));
  return [
    area,
    `${here.length}`,
    share(here),
    share(answered),
    share(answered.filter(([name]) => !isSkipped(name, skipped.local))),
    share(here.filter(([name]) => !isSkipped(name, skipped.hosted))),
    sourcesOf(here),
  ];
}

function isSkipped(name: OperationName, reasons: Readonly<Record<string, string>>): boolean {
  return name in reasons || `${name.split('.')[0]}.*` in reasons;
}

function sourcesOf(entries: readonly Entry[]): string {
  const sources = new Set(entries.map(([, { source }]) => source));
  return sources.size === 0 ? 'no path documented' : [...sources].join(', ');
}

function operationCells([name, operation]: Entry): string[] {
  const { method, path, onBehalfOf, scope, repeatable, paging = '–', deprecated } = operation;
  return [
    `\`${name}\`${deprecated === true ? ' (deprecated)' : ''}`,
    `\`${method} ${path}\``,
    onBehalfOf,
    scope === 'management' ? 'key and secret' : scope,
    repeatable ? 'yes' : 'no',
    paging,
  ];
}
