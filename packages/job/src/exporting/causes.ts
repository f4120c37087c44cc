/** Why a record or field of an app is missing in the files of its export. The docs have the same table. */
export const causes = {
  action:
    'A note of the service: a user joined a group, or a message was edited or deleted. It is no message of a person.',
  call: 'A note of a call in a conversation. The calls themselves are in calls.ndjson.',
  category: 'A message of a category that no import takes, such as interactive.',
  deleted: 'A deleted message: the service keeps it without its content.',
  app: 'A message of the app itself, and not of a user.',
  password: 'No list shows the password of a group. The group is written as private.',
  private: 'Metadata under @private, with addresses for notifications. It is never written.',
  signature:
    'An address with a signature that ends. It is written without the signature, and gives no access: export with a folder for the files, which copies them.',
  thread:
    'A reply in a thread. An import keeps either its date or its place in the thread: see threads in the configuration.',
  parent: 'A reply whose first message is not in the app any more. It is written as a message.',
  field: 'A field that no import takes.',
  muid: 'A second message with the same muid. It is written under another one.',
  user: 'A user whom records name, and who is not in the app.',
  group: 'A group that messages name, and that is not in the app.',
} as const;

export type Cause = keyof typeof causes;

/** A record that is not exported, or a field of an exported record. */
export interface LeftOut {
  readonly cause: Cause;
  /** Absent when the whole record is left out. */
  readonly field?: string;
  /** The value in the app; absent for `private`. */
  readonly value?: unknown;
}
