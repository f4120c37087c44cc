import type { Entry } from '../../archive/archive.ts';

/** The folder of a file of messages. */
export function folderOf({ name }: Entry): string {
  return name.slice(0, name.indexOf('/'));
}

/** The folder whose messages name their receivers. */
export function isDirect(folder: string): boolean {
  return folder.toLowerCase() === 'directmessages';
}
