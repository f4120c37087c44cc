import type { Chats } from '../../rows/chats.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import type { PubnubOptions } from './options.ts';

/** The shared state for making the rows of messages. */
export interface MessageContext {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly out: ExportRows;
  readonly options: PubnubOptions;
}
