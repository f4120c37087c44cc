import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import { type BulkSize, groups, members, messages, users } from './bulk-forum.ts';
import { blocks, friends, reactions, roles } from './follow-ups.ts';

export type BulkFormat = 'csv' | 'ndjson';

const rowsOf = { roles, users, groups, members, messages, reactions, friends, blocks };

/** The kinds that the generators can write. */
export type BulkKind = keyof typeof rowsOf & InputKind;

const columns: Record<BulkKind, readonly string[]> = {
  roles: ['role', 'name', 'description'],
  reactions: ['muid', 'uid', 'reaction'],
  friends: ['uid', 'friend'],
  blocks: ['uid', 'blocked'],
  users: ['uid', 'name', 'avatar', 'createdAt', 'metadata', 'tags'],
  groups: ['guid', 'name', 'type', 'owner', 'createdAt'],
  members: ['guid', 'uid', 'scope', 'joinedAt'],
  messages: 'muid,sender,receiverType,receiver,category,type,data,sentAt,deliveredAt,tags'.split(
    ',',
  ),
};

/** All kinds, for a size that has follow-ups. */
export const allBulkKinds: readonly BulkKind[] = Object.keys(rowsOf) as BulkKind[];

const CHUNK = 1 << 18;

/**
 * Writes one file for each kind into the folder. The same size and seed give the same bytes.
 * @returns the paths of the files
 */
export function writeExport(
  folder: string,
  size: BulkSize,
  format: BulkFormat,
  kinds: readonly BulkKind[] = ['users', 'groups', 'members', 'messages'],
): string[] {
  mkdirSync(folder, { recursive: true });
  return kinds.map((kind) => {
    const file = path.join(folder, `${kind}.${format}`);
    const lineOf = format === 'csv' ? csvWriter(columns[kind]) : JSON.stringify;
    const output = openSync(file, 'w');
    let pending = format === 'csv' ? `${columns[kind].join(',')}\n` : '';
    let left = kind === 'messages' ? (size.messagesSoFar ?? Infinity) : Infinity;
    for (const row of rowsOf[kind](size)) {
      if (left-- === 0) break;
      pending += `${lineOf(row)}\n`;
      if (pending.length < CHUNK) continue;
      writeSync(output, pending);
      pending = '';
    }
    writeSync(output, pending);
    closeSync(output);
    return file;
  });
}

/** In every twentieth row, JSON values span several lines. */
function csvWriter(names: readonly string[]): (row: object) => string {
  let count = 0;
  return (row) => {
    const indent = ++count % 20 === 0 ? 1 : undefined;
    return names.map((name) => cell((row as Record<string, Cell>)[name], indent)).join(',');
  };
}

type Cell = string | number | object | undefined;

function cell(value: Cell, indent: number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value)
    ? value.join('|')
    : typeof value === 'object'
      ? JSON.stringify(value, undefined, indent)
      : value;
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
