// Writes packages/client/src/operations-by-name.ts: the client's operations as an interface with a comment for each
// operation and each field, which editors show. A type computed from the operation table would have no comments.
//
//   npm run client-interface
//
// The file is not in the repository: an install, a build and a type check generate it.
import { writeFileSync } from 'node:fs';
import {
  fieldSummary,
  nestedFieldSummary,
  type Operation,
  type OperationName,
  operations,
  summaries,
} from '@chatferry/contract';
import { type RequestField, requestFields } from './client-interface/request-fields.ts';

const FILE = new URL('../../packages/client/src/operations-by-name.ts', import.meta.url);

interface Group {
  [name: string]: Group | string;
}

/** The file for the current table. */
export function clientInterface(): string {
  const root: Group = {};
  const names = Object.keys(operations) as OperationName[];
  const comments = names.filter(hasFields).map(fieldComments);
  for (const name of names) {
    const operation: Operation = operations[name];
    const parts = name.split('.');
    const last = parts.pop()!;
    let group = root;
    for (const part of parts) group = (group[part] ??= {}) as Group;
    group[last] =
      `${comment(summaries[name], operation)}\nreadonly ${last}: Operate<${typeArguments(name)}>;`;
  }
  return `// Made by tools/src/client-interface.ts from the operation table; not to be edited.
import type { Operate } from './operate.ts';

/** Every operation of the table under its own name: \`groups.members.list\` as \`client.groups.members.list\`. */
export interface Grouped ${block(root, '')}

${comments.join('\n\n')}
`;
}

/** The operation's name and the interface with the comments of its fields. The types of the fields follow from the name. */
function typeArguments(name: OperationName): string {
  return hasFields(name) ? `'${name}', ${commentsName(name)}` : `'${name}'`;
}

function hasFields(name: OperationName): boolean {
  return Object.keys(requestFields(operations[name])).length > 0;
}

function commentsName(name: OperationName): string {
  const words = name.split('.').map((word) => word[0]!.toUpperCase() + word.slice(1));
  return `${words.join('')}Comments`;
}

function fieldComments(name: OperationName): string {
  const parts = Object.entries(requestFields(operations[name])).map(([part, fields]) => {
    const members = fields.map((field) => commented(field, fieldSummary(name, field.name)));
    return `readonly ${part}?: ${inBraces(members)};`;
  });
  return `interface ${commentsName(name)} ${inBraces(parts)}`;
}

/** A field with its comment, and its inner fields with theirs. */
function commented({ name, holds, inner }: RequestField, summary: string | undefined): string {
  const members = inner.map((field) => commented(field, nestedFieldSummary(name, field.name)));
  const type = {
    fields: inBraces(members),
    // The compiler compares an item with each side of an intersection on its own: fields without a comment are allowed.
    items: `readonly ${inBraces([...members, '[other: string]: unknown;'])}[]`,
    values: `Readonly<Record<string, ${inBraces(members)}>>`,
  };
  return `/** ${summary} */\n${name}?: ${inner.length === 0 ? 'unknown' : type[holds]};`;
}

function inBraces(members: readonly string[]): string {
  return `{\n${members.map((member) => member.replaceAll(/^/gm, '  ')).join('\n')}\n}`;
}

function block(group: Group, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(group).map(([name, member]) =>
    typeof member === 'string'
      ? member.replaceAll(/^/gm, inner)
      : `${inner}readonly ${name}: ${block(member, inner)};`,
  );
  return `{\n${members.join('\n')}\n${indent}}`;
}

function comment(summary: string, operation: Operation): string {
  const { area, method, path, deprecated } = operation;
  const lines = [
    summary,
    '',
    `\`${method} ${path}\` · ${area}`,
    '',
    ...rulesOf(operation).map((rule) => `- ${rule}`),
    ...(deprecated === undefined ? [] : ['', `@deprecated Use ${deprecated}.`]),
  ];
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}

function rulesOf({ scope, onBehalfOf, repeatable, paging, budget }: Operation): string[] {
  return [
    scope === 'management' ? 'needs the management key and secret' : `needs a key of ${scope}`,
    {
      none: 'does not act on behalf of a user',
      optional: 'may act on behalf of the user in `onBehalfOf`',
      required: 'acts on behalf of the user in `onBehalfOf`',
    }[onBehalfOf],
    repeatable
      ? 'is repeated after a lost answer'
      : 'is not repeated after a lost answer, because the service would execute it twice',
    `counts as ${budget} in the rate limits`,
    ...(paging === undefined
      ? []
      : ['returns the items of all pages, and reads each page when it is needed']),
  ];
}

if (import.meta.main) writeFileSync(FILE, clientInterface());
