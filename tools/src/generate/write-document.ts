import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { sentences } from './sentences.ts';

/** The number of records in a document, by kind. */
export interface DocumentRows {
  readonly users: number;
  readonly groups: number;
  readonly members: number;
  readonly messages: number;
}

const USERS = 1000;
const MEMBERS = 50;
/** The number of messages of every channel but the first, which holds half of the messages. */
const MESSAGES = 500;

/**
 * Writes one JSON document: channels that contain their members and messages, with each channel's own fields after them, and the
 * users at the end.
 *
 * @param least the least number of messages @param now UNIX seconds; all times are earlier
 */
export function writeDocument(file: string, least: number, now: number): DocumentRows {
  using output = new Output(file);
  let [groups, messages] = [0, 0];
  output.write('{"channels":[');
  while (messages < least) {
    const channel = groups++;
    output.write(`${channel === 0 ? '' : ',\n'}{"messages":[`);
    const end = messages + sizeOf(channel, least);
    for (let first = true; messages < end; first = false)
      output.write(`${first ? '' : ',\n'}${JSON.stringify(message(messages++, channel, now))}`);
    const members = JSON.stringify(peopleOf(channel));
    output.write(`],"members":${members},"id":${channel},"name":"Channel ${channel}"}`);
  }
  output.write(`],\n"users":${JSON.stringify(people)}}\n`);
  return { users: USERS, groups, members: groups * MEMBERS, messages };
}

/**
 * Writes the same records in the form of a Realtime Database export: users, chats with a map of members, and a separate tree with the
 * messages of each chat by id.
 */
export function writeTree(file: string, least: number, now: number): DocumentRows {
  using output = new Output(file);
  output.write('{"chats":{');
  let groups = 0;
  for (let messages = 0; messages < least; messages += sizeOf(groups++, least)) {
    const members = Object.fromEntries(peopleOf(groups).map((uid) => [uid, true]));
    const chat = { title: `Channel ${groups}`, members };
    output.write(`${groups === 0 ? '' : ','}"${groups}":${JSON.stringify(chat)}`);
  }
  output.write('},"messages":{');
  let messages = 0;
  for (let channel = 0; channel < groups; channel++) {
    output.write(`${channel === 0 ? '' : ','}"${channel}":{`);
    const end = messages + sizeOf(channel, least);
    for (let first = true; messages < end; first = false) {
      const { id, at, by, text } = message(messages++, channel, now);
      const fields = { sender: by, text, timestamp: at * 1000 };
      output.write(`${first ? '' : ','}"${id}":${JSON.stringify(fields)}`);
    }
    output.write('}');
  }
  const users = Object.fromEntries(people.map(({ id, name }) => [id, { name }]));
  output.write(`},"users":${JSON.stringify(users)}}`);
  return { users: USERS, groups, members: groups * MEMBERS, messages };
}

/** Writes the same records as files in the service's own format, one record a line. */
export function writeRecords(folder: string, least: number, now: number): void {
  mkdirSync(folder);
  const file = (name: string): Output => new Output(path.join(folder, `${name}.ndjson`));
  using users = file('users');
  using groups = file('groups');
  using members = file('members');
  using messages = file('messages');
  for (const { id: uid, name } of people) users.line({ uid, name });
  for (let [channel, written] = [0, 0]; written < least; channel++) {
    const guid = String(channel);
    groups.line({ guid, name: `Channel ${channel}`, type: 'public' });
    for (const uid of peopleOf(channel)) members.line({ guid, uid });
    for (const end = written + sizeOf(channel, least); written < end; written++) {
      const { id: muid, by: sender, at: sentAt, text } = message(written, channel, now);
      messages.line({ muid, sender, sentAt, text, receiver: guid, receiverType: 'group' });
    }
  }
}

/** Buffers small pieces, so that it writes large ones. */
class Output implements Disposable {
  readonly #file: number;
  #pending = '';

  constructor(file: string) {
    this.#file = openSync(file, 'w');
  }

  write(text: string): void {
    this.#pending += text;
    if (this.#pending.length > 1 << 18) this.#flush();
  }

  line(row: object): void {
    this.write(`${JSON.stringify(row)}\n`);
  }

  #flush(): void {
    writeSync(this.#file, this.#pending);
    this.#pending = '';
  }

  [Symbol.dispose](): void {
    this.#flush();
    closeSync(this.#file);
  }
}

const people = Array.from({ length: USERS }, (_, n) => ({ id: `u${n}`, name: `User ${n}` }));

function sizeOf(channel: number, least: number): number {
  return channel === 0 ? Math.ceil(least / 2) : MESSAGES;
}

function peopleOf(channel: number): string[] {
  return Array.from({ length: MEMBERS }, (_, n) => `u${(channel + n) % USERS}`);
}

function message(number: number, channel: number, now: number) {
  const by = `u${(channel + (number % MEMBERS)) % USERS}`;
  const text = `${sentences[number % sentences.length]} ${sentences[(number * 7) % sentences.length]}`;
  return { id: `m${number}`, by, at: now - 60 - (number % 10_000_000), text };
}

/** The mapping of the document. */
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

/** The mapping of the tree. */
export const treeMapping = `
files:
  export.json:
    kinds:
      users: { rows: 'users/{uid}' }
      groups: { rows: 'chats/{guid}', columns: { title: name }, constants: { type: public } }
      members: { rows: 'chats/{guid}/members/{uid}' }
      messages:
        rows: messages/{chat}/{muid}
        columns: { chat: receiver, timestamp: sentAt }
        times: { sentAt: milliseconds }
        constants: { receiverType: group }
`;
