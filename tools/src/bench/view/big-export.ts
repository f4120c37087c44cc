import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { writeExport } from '../../generate/write-export.ts';

/** Numbers of rows, such that every list on a page can be long. */
export interface BigSize {
  readonly users: number;
  readonly groups: number;
  readonly memberships: number;
  readonly messages: number;
  /** Messages in one group: the largest conversation. */
  readonly inOneGroup: number;
  /** Users to whom the first user wrote: no user has more conversations. */
  readonly toOneUser: number;
  /** Rows that cannot be migrated. */
  readonly lost: number;
}

export function sizeOf(records: number): BigSize {
  const share = (part: number): number => Math.max(Math.floor(records * part), 1);
  return {
    users: share(0.1),
    groups: share(0.001),
    memberships: share(0.2),
    messages: share(0.58),
    inOneGroup: share(0.1),
    toOneUser: share(0.02),
    lost: share(0.01),
  };
}

/** @param now UNIX seconds */
export function writeBigExport(folder: string, size: BigSize, now: number): void {
  writeExport(folder, { ...size, seed: 1, now }, 'ndjson');
  const { inOneGroup, toOneUser, users, lost } = size;
  const at = (index: number): object => ({ sentAt: now - 86_400 * 100 + index });
  const toGroup = { receiverType: 'group', receiver: 'g0' };
  writeRows(folder, 'messages-of-one-group.ndjson', inOneGroup, (index) => ({
    muid: `one-${index}`,
    sender: `u${index % 50}`,
    ...toGroup,
    ...textOf(`Message ${index} of a group that everybody is in`),
    ...at(index),
  }));
  writeRows(folder, 'messages-to-one-user.ndjson', toOneUser, (index) => ({
    muid: `to-${index}`,
    sender: `u${(index % (users - 1)) + 1}`,
    receiverType: 'user',
    receiver: 'u0',
    ...textOf(`Question ${index}`),
    ...at(index),
  }));
  // A thousand causes; one cause has most of the rows.
  writeRows(folder, 'messages-lost.ndjson', lost, (index) => ({
    muid: `lost-${index}`,
    sender: index % 3 === 0 ? `gone-${index % 1000}` : 'gone',
    ...toGroup,
    ...textOf(`Message ${index} of a user who is not in the export`),
    ...at(index),
  }));
}

function textOf(text: string): object {
  return { category: 'message', type: 'text', data: { text } };
}

function writeRows(
  folder: string,
  name: string,
  rows: number,
  rowOf: (index: number) => object,
): void {
  const file = openSync(path.join(folder, name), 'w');
  for (let index = 0; index < rows;) {
    const lines: string[] = [];
    for (; index < rows && lines.length < 1000; index++) lines.push(JSON.stringify(rowOf(index)));
    writeSync(file, `${lines.join('\n')}\n`);
  }
  closeSync(file);
}
