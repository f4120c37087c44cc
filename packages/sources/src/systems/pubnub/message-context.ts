import type { Chats } from '../../rows/chats.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import type { PubnubOptions } from './options.ts';

/** What the rows of messages are made with. */
export interface MessageContext {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly out: ExportRows;
  readonly options: PubnubOptions;
}
