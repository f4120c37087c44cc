import { closeSync, openSync, writeSync } from 'node:fs';
import { sentences } from './sentences.ts';

/** The numbers of what a document holds. */
export interface DocumentRows {
  readonly users: number;
  readonly groups: number;
  readonly members: number;
  readonly messages: number;
}

const USERS = 1000;
const MEMBERS = 50;
/** Of all channels but the first, which holds half of the document. */
const MESSAGES = 500;

/**
 * Writes one JSON document of about this many bytes: channels with their members and messages in them, each channel's own
 * fields after them, and the users in the end.
 *
 * @param now UNIX seconds; all times are earlier
 */
export function writeDocument(file: string, bytes: number, now: number): DocumentRows {
  const output = openSync(file, 'w');
  let written = 0;
  const write = (text: string): void => void (written += writeSync(output, text));
  let [groups, messages] = [0, 0];
  const isLargeEnough = (): boolean => written >= bytes;
  write('{"channels":[');
  while (!isLargeEnough()) {
    const isFull = (inChannel: number): boolean =>
      groups === 0 ? written > bytes / 2 : inChannel >= MESSAGES;
    write(`${groups === 0 ? '' : ',\n'}{"messages":[`);
    for (let inChannel = 0; !isFull(inChannel);) {
      let rows = '';
      for (let n = 0; n < MESSAGES; n++, inChannel++)
        rows += `${inChannel === 0 ? '' : ',\n'}${message(messages++, groups, now)}`;
      write(rows);
    }
    const people = Array.from({ length: MEMBERS }, (_, n) => `u${(groups + n) % USERS}`);
    write(`],"members":${JSON.stringify(people)},"id":${groups},"name":"Channel ${groups}"}`);
    groups++;
  }
  const users = Array.from({ length: USERS }, (_, n) => ({ id: `u${n}`, name: `User ${n}` }));
  write(`],\n"users":${JSON.stringify(users)}}\n`);
  closeSync(output);
  return { users: USERS, groups, members: groups * MEMBERS, messages };
}

function message(number: number, group: number, now: number): string {
  const by = `u${(group + (number % MEMBERS)) % USERS}`;
  const text = `${sentences[number % sentences.length]} ${sentences[(number * 7) % sentences.length]}`;
  return JSON.stringify({ id: `m${number}`, by, at: now - 60 - (number % 10_000_000), text });
}

/** How the document is read. */
export const documentMapping = `
files:
  export.json:
    kinds:
      users: { rows: 'users[*]', columns: { id: uid } }
      groups: { rows: 'channels[*]', columns: { id: guid }, constants: { type: public } }
      members: { rows: 'channels[*].members[*]', columns: { .: uid, ^.id: guid } }
      messages:
        rows: channels[*].messages[*]
        columns: { id: muid, by: sender, at: sentAt, ^.id: receiver }
        constants: { receiverType: group }
`;
