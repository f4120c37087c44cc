import type { Store } from './store.ts';

export type MessageMark = 'pinned' | 'saved' | 'subscribed' | 'interacted';

/** The uid of a mark that belongs to the conversation, such as a pin. Its detail names the user who set it. */
export const EVERYBODY = '';

/** Marks a message; marking it again has no effect. */
export function mark(store: Store, kind: MessageMark, id: number, uid: string, detail = ''): void {
  store.run(
    `INSERT INTO message_marks (message_id, mark, uid, detail, marked_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    id,
    kind,
    uid,
    detail,
    store.seconds(),
  );
}

/** Marks a message; marking it again replaces detail and time. */
export function replaceMark(
  store: Store,
  kind: MessageMark,
  id: number,
  uid: string,
  detail = '',
): void {
  unmark(store, kind, id, uid);
  mark(store, kind, id, uid, detail);
}

export function unmark(store: Store, kind: MessageMark, id: number, uid: string): void {
  store.run(
    'DELETE FROM message_marks WHERE message_id = ? AND mark = ? AND uid = ?',
    id,
    kind,
    uid,
  );
}

/** The user who has pinned a message; `undefined` when it is not pinned. */
export function pinnerOf(store: Store, id: number): string | undefined {
  return marksOf(store, id, undefined).pinnedBy;
}

/** The pin and the save of a message, as the acting user sees them. Times are UNIX seconds. */
export interface ShownMarks {
  readonly pinnedAt?: number;
  readonly pinnedBy?: string;
  readonly savedAt?: number;
}

export function marksOf(store: Store, id: number, actor: string | undefined): ShownMarks {
  const marks = store.all<{ mark: string; detail: string; marked_at: number }>(
    `SELECT mark, detail, marked_at FROM message_marks
     WHERE message_id = ?1 AND ((mark = 'pinned' AND uid = '') OR (mark = 'saved' AND uid = ?2))`,
    id,
    actor ?? '',
  );
  const pin = marks.find(({ mark: kind }) => kind === 'pinned');
  const save = marks.find(({ mark: kind }) => kind === 'saved');
  return {
    ...(pin === undefined ? {} : { pinnedAt: pin.marked_at, pinnedBy: pin.detail }),
    ...(save === undefined ? {} : { savedAt: save.marked_at }),
  };
}

/** Whether any message is marked. Without marks, lists need no query for each message. */
export function hasMarks(store: Store): boolean {
  return store.get('SELECT 1 FROM message_marks LIMIT 1') !== undefined;
}
