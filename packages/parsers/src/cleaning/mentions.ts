import { eachDetails, isObject, type Kind, limits, type Row } from '@chatferry/contract';

const mention = /<@uid:([^>]+)>/g;

const none: readonly string[] = [];

/** The users that a message mentions, each once: first the users in its text, then the others in `mentionedUserDetails`. */
export function mentionedUsers(row: Row): readonly string[] {
  const text = textOf(row);
  const details = row['mentionedUserDetails'];
  const hasMentions = text?.includes('<@uid:') === true;
  if (!hasMentions && !isObject(details)) return none;
  const inText = hasMentions ? [...text.matchAll(mention)].map(([, uid]) => uid!) : none;
  return [...new Set([...inText, ...(isObject(details) ? Object.keys(details) : none)])];
}

/**
 * Adds the mentioned users whose names the row contains to `mentionedUserDetails`, up to ten. An entry there without a `uid` gets its key
 * as `uid`.
 *
 * @param users all users that the message mentions
 * @returns whether anything changed
 */
export function fillInMentions(kind: Kind, row: Row, users: readonly string[]): boolean {
  const given = row['mentionedUserDetails'];
  if (given !== undefined && !isObject(given)) return false;
  const names = namesIn(kind, row);
  const details = new Map(Object.entries(given ?? {}));
  let changed = false;
  for (const uid of users) {
    const own = details.get(uid);
    if (isObject(own) && own['uid'] === undefined) details.set(uid, { uid, ...own });
    else if (own === undefined && names.has(uid) && details.size < limits.mentionsPerMessage)
      details.set(uid, { uid, name: names.get(uid) });
    else continue;
    changed = true;
  }
  if (changed) row['mentionedUserDetails'] = Object.fromEntries(details);
  return changed;
}

/** Writes the mentions of all users after the first ten as `@NAME`, or as `@UID` where the row does not name them. */
export function plainMentions(kind: Kind, row: Row, users: readonly string[]): void {
  const kept = new Set(users.slice(0, limits.mentionsPerMessage));
  const names = namesIn(kind, row);
  const text = textOf(row);
  if (text?.includes('<@uid:') === true)
    (row['data'] as Row)['text'] = text.replaceAll(mention, (whole, uid: string) =>
      kept.has(uid) ? whole : `@${names.get(uid) ?? uid}`,
    );
  const details = row['mentionedUserDetails'];
  if (isObject(details))
    row['mentionedUserDetails'] = Object.fromEntries(
      Object.entries(details).filter(([uid]) => kept.has(uid)),
    );
}

/** The names of the users inside the row, by uid. */
function namesIn(kind: Kind, row: Row): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (uid: unknown, name: unknown): void => {
    if (typeof uid === 'string' && typeof name === 'string' && name !== '') names.set(uid, name);
  };
  eachDetails(kind, row, (details, of) => {
    if (of === 'users') add(details['uid'], details['name']);
  });
  const mentioned = row['mentionedUserDetails'];
  if (isObject(mentioned))
    for (const [uid, user] of Object.entries(mentioned)) if (isObject(user)) add(uid, user['name']);
  return names;
}

function textOf({ data }: Row): string | undefined {
  const text = isObject(data) ? data['text'] : undefined;
  return typeof text === 'string' ? text : undefined;
}
