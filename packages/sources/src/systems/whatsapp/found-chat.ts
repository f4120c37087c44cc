import type { Entry } from '../../archive/archive.ts';
import type { ChatName } from './chat-names.ts';
import type { DateOrder } from './date-order.ts';
import type { FileForm } from './file-form.ts';
import type { Senders } from './senders.ts';

/** A file with a chat, after its form is known. */
export interface FoundChat extends ChatName {
  readonly entry: Entry;
  readonly place: string;
  /** The folder of its files in the export, with its `/`. */
  readonly folder: string;
  readonly form: FileForm;
  readonly order: DateOrder;
  readonly senders: Senders;
  /** Whether words next to the time do not mean half of a day: they are unknown, and an hour is above 12. */
  readonly hasDayOf24: boolean;
  /** The first headers, each with its sender: equal in another export of the same chat. */
  readonly beginning: readonly string[];
}
