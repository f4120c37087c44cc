import type { Row } from '@chatferry/contract';
import { text } from '../../reading/values.ts';
import { isSid } from './ids.ts';

/** The host of media. Each chat service has its own addresses, which require an API key of the account. */
const HOST = 'https://mcs.us1.twilio.com/v1';

/** The chat services of an export's conversations. Addresses of media need them, and messages may not name them. */
export class MediaServices {
  readonly #ofConversations = new Map<string, string>();
  readonly #all = new Set<string>();

  note(resource: Row): void {
    const service = serviceIn(resource);
    if (service === undefined) return;
    this.#all.add(service);
    const conversation = text(resource['conversation_sid']) ?? text(resource['sid']);
    if (conversation?.startsWith('CH') !== true || this.#ofConversations.has(conversation)) return;
    this.#ofConversations.set(conversation, service);
  }

  /** @param sid of the media @returns undefined when the service is not known */
  addressOf(sid: string, message: Row, conversation: string): string | undefined {
    const known = serviceIn(message) ?? this.#ofConversations.get(conversation);
    const service = known ?? (this.#all.size === 1 ? [...this.#all][0] : undefined);
    return service === undefined ? undefined : `${HOST}/Services/${service}/Media/${sid}/Content`;
  }
}

function serviceIn(resource: Row): string | undefined {
  const service = resource['chat_service_sid'] ?? resource['service_sid'];
  return isSid(service) && /^IS/i.test(service) ? service : undefined;
}
