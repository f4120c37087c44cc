import type { DatabaseKinds } from '../database-options.ts';

/** Posts of people and of moderators. Other types are actions and whispers of the staff. */
const WRITTEN = 'post_type IN (1, 2)';

/** A topic that is no personal message. */
const PUBLIC = `coalesce(t.archetype <> 'private_message', false)`;

/** Chat channels of exactly two people, in which no other person wrote. */
const chatPairs = `
  SELECT c.id, min(d.user_id) AS one, max(d.user_id) AS other
  FROM chat_channels c JOIN direct_message_users d ON d.direct_message_channel_id = c.chatable_id
  WHERE c.chatable_type = 'DirectMessage' AND NOT EXISTS (
    SELECT 1 FROM chat_messages m
    LEFT JOIN direct_message_users w ON w.direct_message_channel_id = c.chatable_id AND w.user_id = m.user_id
    WHERE m.chat_channel_id = c.id AND w.user_id IS NULL
  )
  GROUP BY c.id HAVING count(*) = 2`;

/** Personal messages between exactly two people, in which no other person wrote. */
const topicPairs = `
  SELECT a.topic_id AS id, min(a.user_id) AS one, max(a.user_id) AS other
  FROM topic_allowed_users a
  WHERE NOT EXISTS (SELECT 1 FROM topic_allowed_groups g WHERE g.topic_id = a.topic_id) AND NOT EXISTS (
    SELECT 1 FROM posts p
    LEFT JOIN topic_allowed_users w ON w.topic_id = p.topic_id AND w.user_id = p.user_id
    WHERE p.topic_id = a.topic_id AND ${WRITTEN} AND w.user_id IS NULL
  )
  GROUP BY a.topic_id HAVING count(*) = 2`;

const users = `
  SELECT u.id, CAST(u.id AS text) AS uid, coalesce(nullif(u.name, ''), u.username) AS name, u.created_at,
    concat_ws('|', CASE WHEN u.admin THEN 'admin' END, CASE WHEN u.moderator THEN 'moderator' END, CASE WHEN u.id < 0 THEN 'bot' END) AS tags,
    u.username
  FROM users u
  UNION ALL
  SELECT DISTINCT a.user_id, coalesce(CAST(a.user_id AS text), 'deleted'), 'Deleted user', CAST(NULL AS timestamp), 'chatferry-placeholder', NULL
  FROM (
    SELECT user_id FROM chat_messages
    UNION SELECT p.user_id FROM posts p JOIN topics t ON t.id = p.topic_id WHERE t.archetype = 'private_message'
  ) a
  LEFT JOIN users u ON u.id = a.user_id WHERE u.id IS NULL`;

/*
 * Every row of these tables is read, so that rows that do not move are counted: conversations of two people do not become groups, and
 * public topics are no chats.
 */

const groups = `
  SELECT 'channel-' || c.id AS guid, coalesce(nullif(c.name, ''), k.name, 'Channel ' || c.id) AS name,
    CASE WHEN k.read_restricted IS NOT FALSE THEN 'private' ELSE 'public' END AS type, c.created_at,
    c.deleted_at IS NOT NULL AS deleted, false AS is_pair, false AS is_public
  FROM chat_channels c LEFT JOIN categories k ON k.id = c.chatable_id
  WHERE coalesce(c.chatable_type, '') <> 'DirectMessage'
  UNION ALL
  SELECT 'channel-' || c.id, coalesce(string_agg(u.username, ', ' ORDER BY u.username), 'Channel ' || c.id), 'private', c.created_at,
    c.deleted_at IS NOT NULL, count(pair.id) > 0, false
  FROM chat_channels c
  LEFT JOIN direct_message_users d ON d.direct_message_channel_id = c.chatable_id
  LEFT JOIN users u ON u.id = d.user_id
  LEFT JOIN (${chatPairs}) pair ON pair.id = c.id
  WHERE c.chatable_type = 'DirectMessage'
  GROUP BY c.id
  UNION ALL
  SELECT 'topic-' || t.id, t.title, 'private', t.created_at, t.deleted_at IS NOT NULL, pair.id IS NOT NULL, ${PUBLIC}
  FROM topics t LEFT JOIN (${topicPairs}) pair ON pair.id = t.id`;

/** The people in a direct chat are in one table, and the people who follow it in another. */
const members = `
  SELECT 'channel-' || m.chat_channel_id AS guid, CAST(m.user_id AS text) AS uid, NOT m.following AS has_left,
    c.id IS NULL OR c.deleted_at IS NOT NULL AS deleted, coalesce(c.chatable_type = 'DirectMessage', false) AS is_listed, false AS is_pair,
    false AS is_public
  FROM user_chat_channel_memberships m LEFT JOIN chat_channels c ON c.id = m.chat_channel_id
  UNION
  SELECT coalesce('channel-' || c.id, 'chat-' || d.direct_message_channel_id), CAST(d.user_id AS text), false,
    c.id IS NULL OR c.deleted_at IS NOT NULL, false, pair.id IS NOT NULL, false
  FROM direct_message_users d
  LEFT JOIN chat_channels c ON c.chatable_type = 'DirectMessage' AND c.chatable_id = d.direct_message_channel_id
  LEFT JOIN (${chatPairs}) pair ON pair.id = c.id
  UNION
  SELECT 'topic-' || a.topic_id, CAST(a.user_id AS text), false, t.id IS NULL OR t.deleted_at IS NOT NULL, false, pair.id IS NOT NULL, ${PUBLIC}
  FROM (
    SELECT topic_id, user_id FROM topic_allowed_users
    UNION SELECT g.topic_id, u.user_id FROM topic_allowed_groups g JOIN group_users u ON u.group_id = g.group_id
  ) a
  LEFT JOIN topics t ON t.id = a.topic_id
  LEFT JOIN (${topicPairs}) pair ON pair.id = a.topic_id`;

/** The receiver, for a sender in a pair, or else the group. */
const receiver = (group: string, sender: string): string => `
    CASE WHEN pair.id IS NULL THEN 'group' ELSE 'user' END AS receiver_type,
    CASE WHEN pair.id IS NULL THEN ${group} WHEN ${sender} = pair.one THEN CAST(pair.other AS text) ELSE CAST(pair.one AS text) END AS receiver`;

/**
 * A message without its channel and a post without its topic are read, so that they are rejected and not lost. The text of a public post is not
 * needed.
 */
const messages = `
  SELECT 'chat' AS part, m.id, 'discourse-chat-' || m.id AS muid, coalesce(CAST(m.user_id AS text), 'deleted') AS sender, ${receiver("'channel-' || m.chat_channel_id", 'm.user_id')},
    m.created_at AS sent_at, m.message AS text, 'discourse-chat-' || parent.id AS parent,
    'message' AS what, m.deleted_at IS NOT NULL OR c.deleted_at IS NOT NULL AS deleted, false AS hidden, false AS is_public
  FROM chat_messages m
  LEFT JOIN chat_channels c ON c.id = m.chat_channel_id
  LEFT JOIN (${chatPairs}) pair ON pair.id = c.id
  LEFT JOIN chat_threads h ON h.id = m.thread_id
  LEFT JOIN chat_messages parent
    ON parent.id = coalesce(nullif(h.original_message_id, m.id), m.in_reply_to_id) AND parent.deleted_at IS NULL
  UNION ALL
  SELECT 'post', p.id, 'discourse-post-' || p.id, coalesce(CAST(p.user_id AS text), 'deleted'), ${receiver("'topic-' || p.topic_id", 'p.user_id')},
    p.created_at, CASE WHEN NOT ${PUBLIC} THEN p.raw END, 'discourse-post-' || parent.id,
    CASE WHEN p.${WRITTEN} THEN 'message' WHEN p.post_type = 4 THEN 'whisper' ELSE 'action' END,
    p.deleted_at IS NOT NULL OR t.deleted_at IS NOT NULL OR p.user_deleted, p.hidden, ${PUBLIC}
  FROM posts p
  LEFT JOIN topics t ON t.id = p.topic_id
  LEFT JOIN (${topicPairs}) pair ON pair.id = t.id
  LEFT JOIN posts parent
    ON parent.topic_id = p.topic_id AND parent.post_number = p.reply_to_post_number AND parent.deleted_at IS NULL AND parent.${WRITTEN}`;

/** Chat and personal messages of Discourse, in SQL for PostgreSQL and SQLite. Times in Discourse are UTC without a zone. */
export const discourse: DatabaseKinds = {
  users: {
    query: users,
    key: ['uid'],
    columns: { created_at: 'createdAt', username: 'metadata.username' },
    ignore: ['id'],
    zone: 'UTC',
  },
  groups: {
    query: groups,
    columns: { created_at: 'createdAt' },
    only: { is_public: false, deleted: false, is_pair: false },
    zone: 'UTC',
  },
  members: {
    query: members,
    only: { is_public: false, deleted: false, has_left: false, is_listed: false, is_pair: false },
  },
  messages: {
    query: messages,
    key: ['part', 'id'],
    columns: {
      receiver_type: 'receiverType',
      sent_at: 'sentAt',
      parent: 'data.metadata.parentMuid',
    },
    ignore: ['part', 'id'],
    only: { is_public: false, what: 'message', deleted: false, hidden: false, text: 'filled' },
    zone: 'UTC',
  },
};
