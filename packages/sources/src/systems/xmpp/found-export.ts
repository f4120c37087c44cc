import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { MessageStore } from './message-store.ts';
import type { XmppOptions } from './options.ts';
import type { XmppPeople } from './people.ts';

/** What the files of an export contain before it is complete. */
export interface FoundExport {
  readonly people: XmppPeople;
  readonly chats: Chats;
  readonly messages: MessageStore;
  /** By conversation, who wrote in it; `room` where it is one. */
  readonly senders: Map<
    string,
    { readonly room: string | undefined; readonly people: Map<string, Place> }
  >;
  readonly options: XmppOptions;
  readonly out: ExportRows;
}
