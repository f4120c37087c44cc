import { limits } from '@chatferry/contract';
import { SIDE_TABLES } from './side-tables.ts';

/** Increased whenever older files become unreadable. */
export const SCHEMA_VERSION = 3;

/** Marks a SQLite file as a database of the local service; "cfls" in ASCII. */
export const APPLICATION_ID = 0x63_66_6c_73;

/*
 * Times are UNIX seconds; `metadata`, `tags`, `data` and the like contain JSON text. Ids are lower-case. Rows refer to
 * each other by the ids of the API. There are no foreign keys: references are checked where the service would report them.
 */
export const SCHEMA = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE api_keys (
    api_key    TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    scope      TEXT NOT NULL CHECK (scope IN ('fullAccess', 'authOnly')),
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE roles (
    role        TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    description TEXT,
    metadata    TEXT,
    settings    TEXT,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER
  ) STRICT;

  CREATE TABLE users (
    uid              TEXT PRIMARY KEY,
    name             TEXT NOT NULL,
    avatar           TEXT,
    link             TEXT,
    role             TEXT NOT NULL,
    status_message   TEXT,
    metadata         TEXT,
    tags             TEXT NOT NULL,
    created_at       INTEGER NOT NULL,
    created_at_given INTEGER NOT NULL, -- 1: by the caller, 0: stamped by the service
    last_active_at   INTEGER,
    updated_at       INTEGER,
    deactivated_at   INTEGER
  ) STRICT;
  -- The list of users is read whole, page by page: without these, each page would read all of them.
  CREATE INDEX users_by_age ON users (created_at);
  CREATE INDEX active_users_by_age ON users (created_at) WHERE deactivated_at IS NULL;
  CREATE INDEX active_users_by_change ON users (coalesce(updated_at, created_at)) WHERE deactivated_at IS NULL;

  CREATE TABLE auth_tokens (
    auth_token TEXT PRIMARY KEY,
    uid        TEXT NOT NULL,
    platform   TEXT,
    device_id  TEXT,
    user_agent TEXT,
    app_info   TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX auth_tokens_by_user ON auth_tokens (uid);

  CREATE TABLE groups (
    guid             TEXT PRIMARY KEY,
    name             TEXT NOT NULL,
    type             TEXT NOT NULL CHECK (type IN ('public', 'password', 'private')),
    password         TEXT,
    icon             TEXT,
    description      TEXT,
    owner            TEXT NOT NULL,
    metadata         TEXT,
    tags             TEXT NOT NULL,
    members_count    INTEGER NOT NULL DEFAULT 0,
    created_at       INTEGER NOT NULL,
    created_at_given INTEGER NOT NULL,
    updated_at       INTEGER
  ) STRICT;

  CREATE TABLE members (
    guid      TEXT NOT NULL,
    uid       TEXT NOT NULL,
    scope     TEXT NOT NULL CHECK (scope IN ('admin', 'moderator', 'participant')),
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (guid, uid)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX members_by_user ON members (uid);

  CREATE TABLE bans (
    guid      TEXT NOT NULL,
    uid       TEXT NOT NULL,
    banned_at INTEGER NOT NULL,
    PRIMARY KEY (guid, uid)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE messages (
    id              INTEGER PRIMARY KEY AUTOINCREMENT, -- an id is never given twice
    muid            TEXT,
    conversation_id TEXT NOT NULL,
    sender          TEXT NOT NULL,
    receiver_type   TEXT NOT NULL CHECK (receiver_type IN ('user', 'group')),
    receiver        TEXT NOT NULL,
    category        TEXT NOT NULL,
    type            TEXT NOT NULL,
    data            TEXT NOT NULL,
    tags            TEXT NOT NULL,
    parent_id       INTEGER,
    sent_at         INTEGER NOT NULL,
    delivered_at    INTEGER,
    read_at         INTEGER,
    updated_at      INTEGER NOT NULL,
    edited_at       INTEGER,
    edited_by       TEXT,
    deleted_at      INTEGER,
    deleted_by      TEXT
  ) STRICT;
  CREATE INDEX messages_by_muid ON messages (muid) WHERE muid IS NOT NULL;
  CREATE INDEX messages_by_conversation ON messages (conversation_id, sent_at);
  CREATE INDEX messages_by_time ON messages (sent_at);
  CREATE INDEX replies ON messages (parent_id) WHERE parent_id IS NOT NULL;

  CREATE TABLE conversations (
    conversation_id TEXT PRIMARY KEY,
    type            TEXT NOT NULL CHECK (type IN ('user', 'group')),
    one             TEXT NOT NULL, -- the lower uid, or the guid
    other           TEXT NOT NULL, -- the higher uid, or the guid again
    last_message_id INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL -- when the last message was sent
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX conversations_by_one ON conversations (one);
  CREATE INDEX conversations_by_other ON conversations (other);

  -- A conversation once for each user who has it in their list: not for groups too large for receipts.
  CREATE VIEW conversation_sides AS
    SELECT *, one AS uid, other AS talks_with FROM conversations WHERE type = 'user'
    UNION ALL
    SELECT *, other AS uid, one AS talks_with FROM conversations WHERE type = 'user' AND one <> other
    UNION ALL
    SELECT conversations.*, members.uid, one AS talks_with
    FROM conversations JOIN members ON members.guid = one JOIN groups ON groups.guid = one
    WHERE conversations.type = 'group' AND groups.members_count <= ${limits.membersWithReceipts};

  CREATE TABLE conversation_marks ( -- what one user has done with a conversation
    uid             TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    read_id         INTEGER NOT NULL DEFAULT 0, -- messages up to this one are read
    cleared_id      INTEGER NOT NULL DEFAULT 0, -- messages up to this one are out of sight
    tags            TEXT NOT NULL DEFAULT '[]',
    pinned_at       INTEGER,
    PRIMARY KEY (uid, conversation_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reactions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id INTEGER NOT NULL,
    reaction   TEXT NOT NULL,
    uid        TEXT NOT NULL,
    reacted_at INTEGER NOT NULL,
    UNIQUE (message_id, reaction, uid)
  ) STRICT;

  CREATE TABLE message_marks ( -- pins have no user; who pinned is the detail
    message_id INTEGER NOT NULL,
    mark       TEXT NOT NULL CHECK (mark IN ('pinned', 'saved', 'subscribed', 'interacted')),
    uid        TEXT NOT NULL,
    detail     TEXT NOT NULL DEFAULT '',
    marked_at  INTEGER NOT NULL,
    PRIMARY KEY (message_id, mark, uid, detail)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX message_marks_by_user ON message_marks (uid, mark);

  CREATE TABLE friends ( -- both ways
    uid    TEXT NOT NULL,
    friend TEXT NOT NULL,
    since  INTEGER NOT NULL,
    PRIMARY KEY (uid, friend)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE blocks (
    uid        TEXT NOT NULL,
    blocked    TEXT NOT NULL,
    blocked_at INTEGER NOT NULL,
    PRIMARY KEY (uid, blocked)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE calls (
    session_id TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL,
    record     TEXT NOT NULL -- the whole call as it is answered
  ) STRICT;

  CREATE TABLE restricted_features (
    role       TEXT NOT NULL,
    feature    TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (role, feature)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE permissions ( -- only where they differ from the default
    holder     TEXT NOT NULL, -- 'role ROLE' or 'scope SCOPE of GUID'
    permission TEXT NOT NULL,
    value      TEXT NOT NULL, -- JSON
    PRIMARY KEY (holder, permission)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE documents ( -- things of which the service documents no more than that they can be kept
    collection TEXT NOT NULL,
    id         TEXT NOT NULL,
    document   TEXT NOT NULL, -- JSON
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (collection, id)
  ) STRICT;

  CREATE TABLE apps (
    id                     TEXT PRIMARY KEY,
    name                   TEXT NOT NULL,
    region                 TEXT NOT NULL,
    version                TEXT NOT NULL,
    api_keys               TEXT NOT NULL,
    created_at             INTEGER NOT NULL,
    scheduled_to_delete_at INTEGER
  ) STRICT;
${SIDE_TABLES}`;
