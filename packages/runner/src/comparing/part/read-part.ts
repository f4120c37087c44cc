import { kinds } from '@chatferry/contract';
import type { HeldSource, OnHeld } from '../held-list.ts';
import type { AppList } from '../list-entries.ts';
import { readByMessageId } from './read-by-message-id.ts';
import { readNamed } from './read-named.ts';
import type { PartToRead } from './part-to-read.ts';
import { readSentLive } from './read-sent-live.ts';
import { walkMessages } from './walk-messages.ts';

/**
 * Reads the records of a kind where they belong, instead of the whole list of the app.
 *
 * @returns whether this is possible, and takes less time than the whole list; if not, nothing was read
 * @throws {ApiError}
 */
export async function readPart(
  source: HeldSource,
  list: AppList,
  part: PartToRead,
  onHeld: OnHeld,
): Promise<boolean> {
  const { kind } = source;
  const { isRemoval, changes } = kinds[kind];
  switch (list.operation) {
    case 'roles.list':
      return false; // An app has few roles.
    case 'users.list':
    case 'groups.list':
      return readNamed(source, list, part, onHeld);
    case 'messages.list':
      // Another person may have created a deleted message again; the new message has another id.
      if (isRemoval === true)
        return (
          (await readByMessageId(source, part, onHeld)) &&
          (await walkMessages(source, list, part, onHeld))
        );
      if (list.parent !== undefined || (part.sendsLive && changes === undefined))
        return readSentLive(source, list, part, onHeld);
      return !part.sendsLive && walkMessages(source, list, part, onHeld);
  }
}
