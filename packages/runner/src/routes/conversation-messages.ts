import type { Client } from '@chatferry/client';

/** The messages of the conversation that a message belongs to, oldest first, as its sender sees them. */
export function conversationMessages(
  { sender, receiver, receiverType }: Readonly<Record<string, string>>,
  query: { readonly fromTimestamp?: number; readonly limit: number },
  client: Client,
  signal: AbortSignal,
): AsyncIterable<Readonly<Record<string, unknown>>> {
  return receiverType === 'group'
    ? client.list('groups.messages.list', { path: { guid: receiver! }, query, signal })
    : client.list('users.messages.list', {
        path: { uid: receiver! },
        onBehalfOf: sender!,
        query,
        signal,
      });
}
