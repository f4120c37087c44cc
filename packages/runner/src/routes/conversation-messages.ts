import type { ServiceReader } from '../reading/service-reader.ts';

/** The messages of the conversation that a message belongs to, oldest first, as its sender sees them. */
export function conversationMessages(
  { sender, receiver, receiverType }: Readonly<Record<string, string>>,
  query: { readonly fromTimestamp?: number; readonly limit: number },
  reader: ServiceReader,
): AsyncIterable<Readonly<Record<string, unknown>>> {
  return receiverType === 'group'
    ? reader.listIfAllowed('groups.messages.list', { path: { guid: receiver! }, query })
    : reader.listIfAllowed('users.messages.list', {
        path: { uid: receiver! },
        onBehalfOf: sender!,
        query,
      });
}
