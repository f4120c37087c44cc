/** The tables of Discourse that its preset reads. */
export const DISCOURSE = `
  CREATE TABLE users (id int PRIMARY KEY, username text, name text, created_at timestamp, admin bool, moderator bool);
  CREATE TABLE categories (id int PRIMARY KEY, name text, read_restricted bool);
  CREATE TABLE chat_channels (id bigint PRIMARY KEY, name text, chatable_type text, chatable_id bigint, created_at timestamp, deleted_at timestamp);
  CREATE TABLE direct_message_users (direct_message_channel_id bigint, user_id int);
  CREATE TABLE user_chat_channel_memberships (user_id int, chat_channel_id bigint, following bool);
  CREATE TABLE chat_threads (id bigint PRIMARY KEY, original_message_id bigint);
  CREATE TABLE chat_messages (id bigint PRIMARY KEY, chat_channel_id bigint, user_id int, message text, in_reply_to_id bigint, thread_id bigint, created_at timestamp, deleted_at timestamp);
  CREATE TABLE topics (id int PRIMARY KEY, title text, archetype text, created_at timestamp, deleted_at timestamp);
  CREATE TABLE topic_allowed_users (topic_id int, user_id int);
  CREATE TABLE topic_allowed_groups (topic_id int, group_id int);
  CREATE TABLE group_users (group_id int, user_id int);
  CREATE TABLE posts (id int PRIMARY KEY, user_id int, topic_id int, post_number int, raw text, created_at timestamp, reply_to_post_number int, deleted_at timestamp, user_deleted bool, hidden bool, post_type int);`;

/** Those of phpBB, with the prefix `b_`. */
export const BOARD = `
  CREATE TABLE b_users (user_id int PRIMARY KEY, user_type int, username varchar(99), user_regdate int);
  CREATE TABLE b_forums (forum_id int PRIMARY KEY, forum_name varchar(99));
  CREATE TABLE b_topics (topic_id int PRIMARY KEY, forum_id int, topic_title varchar(99), topic_time int, topic_status int, topic_visibility int);
  CREATE TABLE b_posts (post_id int PRIMARY KEY, topic_id int, poster_id int, post_time int, post_username varchar(99), post_text text, bbcode_uid varchar(8), post_edit_time int, post_visibility int);
  CREATE TABLE b_privmsgs (msg_id int PRIMARY KEY, author_id int, message_time int, message_subject varchar(99), message_text text, bbcode_uid varchar(8));
  CREATE TABLE b_privmsgs_to (msg_id int, user_id int, author_id int, folder_id int);
  CREATE TABLE b_zebra (user_id int, zebra_id int, friend int, foe int);`;
