import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { MessageStore } from './message-store.ts';
import type { XmppOptions } from './options.ts';
import type { XmppPeople } from './people.ts';

/** The content of an export's files so far, until all files are read. */
export interface FoundExport {
  readonly people: XmppPeople;
  readonly chats: Chats;
  readonly messages: MessageStore;
  /** By conversation: its writers; `room` if it is a room. */
  readonly senders: Map<
    string,
    { readonly room: string | undefined; readonly people: Map<string, Place> }
  >;
  readonly options: XmppOptions;
  readonly out: ExportRows;
}
