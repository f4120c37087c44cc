import { isObject, type Row } from '@chatferry/contract';

/**
 * What happens to a message that names another message in `data.metadata.parentMuid`: it stays an ordinary message with this metadata, is
 * sent as a reply in the thread of the other message, or becomes an ordinary message without the metadata.
 */
export type ThreadPolicy = 'metadata' | 'reply' | 'flat';

const PARENT = 'parentMuid';

function metadataOf({ data }: Row): Row | undefined {
  const metadata = isObject(data) ? data['metadata'] : undefined;
  return isObject(metadata) ? metadata : undefined;
}

/** The muid of the message that a message replies to. */
function parentOf(message: Row): string | undefined {
  const parent = metadataOf(message)?.[PARENT];
  return typeof parent === 'string' && parent !== '' ? parent : undefined;
}

/** Replaces the muid of the message that a message replies to. @returns whether it was changed */
export function changeParent(message: Row, change: (muid: string) => string): boolean {
  const parent = parentOf(message);
  if (parent === undefined) return false;
  const changed = change(parent);
  metadataOf(message)![PARENT] = changed;
  return changed !== parent;
}

/** Removes the metadata that makes a message a reply. @returns whether the message was a reply */
export function flatten(message: Row): boolean {
  const metadata = metadataOf(message);
  if (metadata?.[PARENT] === undefined) return false;
  delete metadata[PARENT];
  if (Object.keys(metadata).length === 0) delete (message['data'] as Row)['metadata'];
  return true;
}

/** The message as a reply, with the muid of the other message as `parentMuid`; `undefined` for a message that is not a reply. */
export function replyOf(message: Row): Row | undefined {
  const parentMuid = parentOf(message);
  if (parentMuid === undefined) return undefined;
  const reply = structuredClone(message);
  flatten(reply);
  return { ...reply, parentMuid };
}
