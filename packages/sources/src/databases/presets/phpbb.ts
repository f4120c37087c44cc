import type { DatabaseKinds, Driver } from '../database-options.ts';

/** The user that all guests share. */
const GUEST = 1;

/** The folders in which authors keep their sent messages. */
const SENT = '(-2, -1)';

/**
 * Guests are distinguished by the name that they entered. The service has one id for ids that differ only in case, so the name is in
 * small letters.
 */
function author(posts: string): string {
  return `CASE WHEN ${posts}.poster_id = ${GUEST} THEN concat('guest-', lower(${posts}.post_username)) ELSE concat('', ${posts}.poster_id) END`;
}

/** The form in which two texts are compared. MySQL may consider `Gunter` and `Günter` as equal, so their bytes are compared. */
function exact(driver: Driver, text: string): string {
  return driver === 'mysql' ? `CAST(${text} AS BINARY)` : text;
}

/**
 * Topics and private messages of phpBB from version 3.1 on.
 * @param prefix the prefix of the names of its tables
 */
export function phpbb(prefix: string, driver: Driver): DatabaseKinds {
  const table = (name: string): string => `${prefix}${name}`;
  return {
    users: {
      query: `
        SELECT concat('', u.user_id) AS uid, u.username, u.user_regdate, NULL AS tag, u.user_type,
          CASE WHEN u.user_id = ${GUEST} THEN 1 ELSE 0 END AS is_guest_account
        FROM ${table('users')} u
        UNION ALL
        SELECT min(${author('p')}), min(CASE WHEN p.poster_id <> ${GUEST} THEN 'Deleted user' WHEN p.post_username = '' THEN 'Guest' ELSE p.post_username END), NULL,
          min(CASE WHEN p.poster_id = ${GUEST} THEN 'guest' ELSE 'chatferry-placeholder' END), 0, 0
        FROM ${table('posts')} p LEFT JOIN ${table('users')} u ON u.user_id = p.poster_id AND u.user_id <> ${GUEST}
        WHERE u.user_id IS NULL AND p.post_visibility = 1
        GROUP BY ${exact(driver, author('p'))}
        UNION ALL
        SELECT concat('', m.author_id), 'Deleted user', NULL, 'chatferry-placeholder', 0, 0
        FROM ${table('privmsgs')} m LEFT JOIN ${table('users')} u ON u.user_id = m.author_id WHERE u.user_id IS NULL
          AND m.author_id NOT IN (SELECT poster_id FROM ${table('posts')} WHERE post_visibility = 1)
        GROUP BY m.author_id`,
      columns: { username: 'name', user_regdate: 'createdAt', tag: 'tags' },
      convert: { name: { markup: 'html' } },
      only: { is_guest_account: 0, user_type: { not: [2] } },
    },
    groups: {
      query: `
        SELECT concat('topic-', t.topic_id) AS guid, t.topic_title, t.topic_time, t.topic_status, t.topic_visibility, f.forum_name
        FROM ${table('topics')} t LEFT JOIN ${table('forums')} f ON f.forum_id = t.forum_id`,
      columns: { topic_title: 'name', topic_time: 'createdAt', forum_name: 'metadata.forum' },
      convert: { name: { markup: 'html' }, 'metadata.forum': { markup: 'html' } },
      constants: { type: 'private' },
      only: { topic_status: { not: [2] }, topic_visibility: 1 },
    },
    members: {
      query: `
        SELECT concat('topic-', p.topic_id) AS guid, min(${author('p')}) AS uid
        FROM ${table('posts')} p JOIN ${table('topics')} t ON t.topic_id = p.topic_id
        WHERE p.post_visibility = 1 AND t.topic_visibility = 1 AND t.topic_status <> 2
        GROUP BY p.topic_id, ${exact(driver, author('p'))}`,
    },
    messages: {
      query: `
        SELECT 'post' AS part, p.post_id AS id, 0 AS recipient, concat('phpbb-post-', p.post_id) AS muid, ${author('p')} AS sender, 'group' AS receiver_type,
          concat('topic-', p.topic_id) AS receiver, p.post_time AS sent_at, p.post_text AS text,
          CASE WHEN p.post_edit_time = 0 THEN NULL ELSE p.post_edit_time END AS edited_at, NULL AS subject, p.post_visibility AS visibility, 0 AS to_oneself, 1 AS has_recipient
        FROM ${table('posts')} p
        UNION ALL
        SELECT 'pm', m.msg_id, coalesce(r.user_id, 0), concat('phpbb-pm-', m.msg_id, '-', coalesce(r.user_id, 0)), concat('', m.author_id), 'user',
          concat('', r.user_id), m.message_time, m.message_text, NULL, m.message_subject, 1,
          CASE WHEN r.user_id = m.author_id THEN 1 ELSE 0 END, CASE WHEN r.user_id IS NULL THEN 0 ELSE 1 END
        FROM ${table('privmsgs')} m
        LEFT JOIN (
          SELECT DISTINCT msg_id, user_id FROM ${table('privmsgs_to')} WHERE user_id <> author_id OR folder_id NOT IN ${SENT}
        ) r ON r.msg_id = m.msg_id`,
      key: ['part', 'id', 'recipient'],
      columns: {
        receiver_type: 'receiverType',
        sent_at: 'sentAt',
        edited_at: 'data.metadata.editedAt',
        subject: 'data.metadata.subject',
      },
      convert: { text: { markup: 'phpbb' }, 'data.metadata.subject': { markup: 'html' } },
      ignore: ['part', 'id', 'recipient'],
      // A message that all its recipients deleted is left only with its author.
      only: { visibility: 1, to_oneself: 0, has_recipient: 1 },
    },
    blocks: {
      query: `SELECT user_id, zebra_id, foe FROM ${table('zebra')}`,
      key: ['user_id', 'zebra_id'],
      columns: { user_id: 'uid', zebra_id: 'blocked' },
      only: { foe: 1 },
    },
  };
}
