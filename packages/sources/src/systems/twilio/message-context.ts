import type { Chats } from '../../rows/chats.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import type { SavedMedia } from './files.ts';
import type { MediaServices } from './media-services.ts';
import type { TwilioOptions } from './options.ts';

/** The shared state for making the rows of messages. */
export interface MessageContext {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly uidOf: (id: string) => string;
  readonly saved: SavedMedia;
  readonly services: MediaServices;
  readonly out: ExportRows;
  readonly options: TwilioOptions;
}
