import { readFileSync } from 'node:fs';
import type { IdRules } from '@chatferry/parsers';
import { idChange } from '@chatferry/parsers/names';
import { JobError } from '../errors/job-error.ts';

/**
 * The conversations that a file lists, one on each line: a group, or two users as `a|b`. Empty lines are skipped.
 *
 * @throws {JobError} `bad-conversations`
 */
export function conversationsIn(file: string): string[] {
  const lines = textOf(file)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const found = lines.filter((line) => line !== '');
  if (found.length === 0) throw badConversations(`${file} lists no conversation.`);
  for (const [index, line] of lines.entries()) {
    const parts = line.split('|').map((part) => part.trim());
    if (line !== '' && (parts.length > 2 || parts.includes('')))
      throw badConversations(`${file}:${index + 1}: '${line}' is neither a group nor two users.`);
  }
  return found;
}

/** The listed conversations with their ids in the service, sorted. */
export function chosenConversations(listed: readonly string[], rules: IdRules): string[] {
  const change = idChange(rules) ?? ((_: unknown, id: string) => id);
  const changed = listed.map((line) => {
    const parts = line.split('|').map((part) => part.trim());
    const kind = parts.length === 1 ? 'groups' : 'users';
    return parts
      .map((id) => change(kind, id))
      .toSorted()
      .join('|');
  });
  return [...new Set(changed)].toSorted();
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw badConversations(`${file} could not be read: ${(error as Error).message}.`);
  }
}

function badConversations(message: string): JobError {
  return new JobError(
    'bad-conversations',
    message,
    'List one conversation on each line: the id of a group, or the ids of two users as a|b.',
  );
}
