import type { Store } from './store.ts';

export type MessageMark = 'pinned' | 'saved' | 'subscribed' | 'interacted';

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

export function unmark(store: Store, kind: MessageMark, id: number, uid: string): void {
  store.run(
    'DELETE FROM message_marks WHERE message_id = ? AND mark = ? AND uid = ?',
    id,
    kind,
    uid,
  );
}
