import type { FilePorts } from '../../../src/index.ts';
import type { WholeExport } from '../../read-all.ts';
import { type Files, readFiles } from '../../read-files.ts';

export const zone = 'Europe/Berlin';

/** The example of the description of the format. */
export const example = [
  '13/03/2024, 10:00 - Messages and calls are end-to-end encrypted.',
  '13/03/2024, 10:00 - Ann created group "Team"',
  '13/03/2024, 10:01 - Ann: Hi @491701234567',
  'second line: with a colon',
  '3/4/2024, 9:00 - not a header of this file',
  '13/03/2024, 10:01 - Ann: Hi @491701234567',
  'second line: with a colon',
  '3/4/2024, 9:00 - not a header of this file',
  '13/03/2024, 10:02 - +49 170 1234567: IMG-20240313-WA0001.jpg (file attached)',
  '13/03/2024, 10:03 - +49 170 1234567: ok <This message was edited>',
  '13/03/2024, 10:04 - Bo: This message was deleted',
  '',
].join('\n');

/** A chat of Ann and Bo as Android writes it, with these texts of Ann. */
export function androidChat(texts: readonly string[]): string {
  return [
    '13/03/2024, 09:00 - Messages and calls are end-to-end encrypted.',
    '13/03/2024, 09:00 - Bo: hello',
    ...texts.map((text, index) => `13/03/2024, ${10 + index}:00 - Ann: ${text}`),
    '',
  ].join('\n');
}

/** The same as iOS writes it. */
export function iosChat(texts: readonly string[]): string {
  return [
    '[13.03.24, 09:00:00] Bo: \u200EMessages and calls are end-to-end encrypted.',
    '[13.03.24, 09:00:01] Bo: hello',
    ...texts.map((text, index) => `[13.03.24, ${10 + index}:00:00] Ann: ${text}`),
    '',
  ].join('\r\n');
}

/** Reads a chat alone. */
export async function readChat(
  text: string | Uint8Array,
  options: object = {},
  name = 'WhatsApp Chat with Bo.txt',
): Promise<WholeExport> {
  return await readFolder({ [name]: text }, options);
}

export async function readFolder(
  files: Files,
  options: object = {},
  media?: FilePorts,
): Promise<WholeExport> {
  return await readFiles(files, { zone, ...options }, media);
}

/** How often a record occurs in an account. */
export function countOf({ account }: WholeExport, type: string): number {
  return account.records.find((each) => each.type === type)?.count ?? 0;
}

/** How many lines have each fact. */
export function linesOf({ account }: WholeExport): Record<string, number> {
  const notes = account.notes.filter(({ subject }) => subject === 'lines');
  return Object.fromEntries(notes.map(({ fact, count }) => [fact, count]));
}

/** Names of the users by id. */
export function namesOf({ users }: WholeExport): Record<string, unknown> {
  return Object.fromEntries(users.map(({ uid, name }) => [uid, name]));
}

/** The name of the sender of each message. */
export function sendersOf(all: WholeExport): unknown[] {
  const names = namesOf(all);
  return all.messages.map(({ sender }) => names[String(sender)]);
}
