import { counted, type Kind, limits, problem, type Row } from '@chatferry/contract';
import type { RowNotes } from '../terms/row-notes.ts';
import type { Cleaning } from './cleaning.ts';
import { fillInMentions, mentionedUsers, plainMentions } from './mentions.ts';

/** Completes the details of the users that a message mentions, as far as the service allows. @returns whether it mentions users */
export function readMentions(
  kind: Kind,
  row: Row,
  cleaning: Cleaning | undefined,
  notes: RowNotes,
): boolean {
  const users = mentionedUsers(row);
  if (users.length === 0) return false;
  if (users.length > limits.mentionsPerMessage) {
    const isPlain = cleaning?.mentions === 'plain';
    const listed = Object.keys(row['mentionedUserDetails'] ?? {}).length;
    const field = listed > limits.mentionsPerMessage ? 'mentionedUserDetails' : 'data.text';
    const about = { field, detail: counted(users.length, 'user') };
    notes.warnings.push(problem(isPlain ? 'mentions-made-plain' : 'too-many-mentions', about));
    if (isPlain) {
      plainMentions(kind, row, users);
      notes.changed = true;
    }
  }
  if (fillInMentions(kind, row, mentionedUsers(row))) notes.changed = true;
  return true;
}
