import type { ForumMember, ForumUser } from './forum-records.ts';
import type { Sample } from './mistakes.ts';
import { type SampleFile, sampleFile } from './sample-file.ts';
import type { SampleRow } from './sample-row.ts';

/** The sample as four systems would have exported it: each kind in a form of its own. */
export function sampleFiles(sample: Sample): SampleFile[] {
  return [
    rolesFile(sample),
    usersFile(sample),
    groupsFile(sample),
    membersFile(sample),
    messagesFile(sample),
    reactionsFile(sample),
    pairsFile('friends', ['uid', 'friend'], sample.friends),
    pairsFile('blocks', ['uid', 'blocked'], sample.blocks),
  ];
}

/** A spreadsheet's export: byte order mark, commas, CR LF, JSON over several lines in a cell. */
function usersFile({ users }: Sample): SampleFile {
  const columns = 'uid,name,avatar,createdAt,lastActiveAt,metadata,tags,deactivatedAt,role'.split(
    ',',
  ) as (keyof ForumUser)[];
  let count = 0;
  return sampleFile('users', 'users.csv', users, {
    head: `\ufeff${columns.join(',')}\r\n`,
    textOf: (user) => {
      const indent = ++count % 9 === 0 ? 2 : undefined;
      return rawOr(user, '\r\n', (row) =>
        columns.map((column) => cell(row[column], ',', indent)).join(','),
      );
    },
  });
}

/** A JSON array with each element over several lines. */
function groupsFile({ groups }: Sample): SampleFile {
  return sampleFile('groups', 'groups.json', groups, {
    head: '[\n',
    textOf: (group, isLast) =>
      rawOr(group, isLast ? '\n' : ',\n', (row) => JSON.stringify(row, undefined, 2)),
    foot: ']\n',
  });
}

/** A database's export: semicolons, LF. */
function membersFile({ members }: Sample): SampleFile {
  const columns = 'guid;uid;scope;isBanned;joinedAt'.split(';') as (keyof ForumMember)[];
  return sampleFile('members', 'members.csv', members, {
    head: `${columns.join(';')}\n`,
    textOf: (member) =>
      rawOr(member, '\n', (row) => columns.map((column) => cell(row[column], ';')).join(';')),
  });
}

function messagesFile({ messages }: Sample): SampleFile {
  return sampleFile('messages', 'messages.ndjson.gz', messages, {
    head: '',
    textOf: (message) => rawOr(message, '\n', (row) => JSON.stringify(row)),
  });
}

function rolesFile({ roles }: Sample): SampleFile {
  return sampleFile('roles', 'roles.json', roles, {
    head: '[\n',
    textOf: (role, isLast) => rawOr(role, isLast ? '\n' : ',\n', (row) => JSON.stringify(row)),
    foot: ']\n',
  });
}

function reactionsFile({ reactions }: Sample): SampleFile {
  return sampleFile('reactions', 'reactions.ndjson', reactions, {
    head: '',
    textOf: (reaction) => rawOr(reaction, '\n', (row) => JSON.stringify(row)),
  });
}

function pairsFile<Row extends object>(
  kind: 'friends' | 'blocks',
  columns: readonly (keyof Row & string)[],
  rows: readonly SampleRow<Row>[],
): SampleFile {
  return sampleFile(kind, `${kind}.csv`, rows, {
    head: `${columns.join(',')}\n`,
    textOf: (pair) =>
      rawOr(pair, '\n', (row) =>
        columns.map((column) => cell(row[column] as string, ',')).join(','),
      ),
  });
}

function rawOr<T>(sampleRow: SampleRow<T>, lineEnd: string, write: (row: T) => string): Buffer {
  const content = 'raw' in sampleRow ? sampleRow.raw : write(sampleRow.row);
  return Buffer.concat([Buffer.from(content as string), Buffer.from(lineEnd)]);
}

type Cell = string | number | boolean | object | undefined;

function cell(value: Cell, delimiter: string, indent?: number): string {
  if (value === undefined) return '';
  const text = Array.isArray(value)
    ? value.join('|')
    : typeof value === 'object'
      ? JSON.stringify(value, undefined, indent)
      : String(value);
  const isPlain = !text.includes(delimiter) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
