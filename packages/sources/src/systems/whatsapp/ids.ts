import { hash } from 'node:crypto';

/**
 * The version of the rules of this file: people get a hash of their name or number, chats a hash of their name, messages a
 * hash of chat, time, sender and text. A plan keeps it, because with other rules the same messages would get other ids.
 */
export const ID_RULE = 1;

function shortHash(kind: string, parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify([kind, ...parts])).slice(0, 16);
}

/** The id of a person with a known name. */
export function idOfName(name: string): string {
  return `wa-${shortHash('name', [name])}`;
}

/** The id of a person with only a known number. The id does not contain the number. */
export function idOfNumber(digits: string): string {
  return `wa-${shortHash('number', [digits])}`;
}

/** @param key see `ChatFile` */
export function guidOf(key: string): string {
  return `wa-${shortHash('chat', [key])}`;
}

/**
 * The id of a message. The name of the file is not part of it: an export without media has no names, and iOS numbers the files of each export.
 * @param content time as the file shows it, sender, text, and whether there is a file
 * @param count the number of equal messages before this one
 */
export function muidOf(guid: string, content: readonly unknown[], count: number): string {
  return `${guid}-${shortHash('message', [...content, count])}`;
}
