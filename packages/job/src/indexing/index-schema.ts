/** Marks the file as an index of a job (`fidx`). */
export const APPLICATION_ID = 0x66_69_64_78;
/** An index of another format is rebuilt. */
export const FORMAT = 3;

/** A record is found by its place: the number of its batch, and its position in it. */
const POSITIONS = 4096;

export function placeOf(seq: number, position: number): number {
  return seq * POSITIONS + position;
}

export function batchOf(place: number): { readonly seq: number; readonly position: number } {
  const position = place % POSITIONS;
  return { seq: (place - position) / POSITIONS, position };
}

/** A kind is a number here: its position in `kindsInOrder`. A hash is the hash of an id, from 0 to 2^53 − 1. */
export const SCHEMA: string = `
  CREATE TABLE made_from (         -- an index of other content is made again
    plan        TEXT NOT NULL,     -- id
    rejects     TEXT NOT NULL,     -- SHA-256 of rejects.jsonl, or empty
    differences TEXT NOT NULL,     -- SHA-256 of differences.jsonl, or empty
    conversations INTEGER NOT NULL -- their number, which takes long to count
  ) STRICT;

  CREATE TABLE places (            -- any id: the caller compares the id of the record, because hashes can be equal
    hash  INTEGER NOT NULL,
    kind  INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (hash, kind, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE names (             -- users and groups by the beginning of id or name, in lower case
    text  TEXT    NOT NULL,
    kind  INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (text, kind, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE conversations (
    conversation INTEGER PRIMARY KEY, -- hash of the group, or of the two users
    one          INTEGER NOT NULL,    -- hash of the group, or of a user
    other        INTEGER NOT NULL,    -- hash of the other user; 0: a group
    messages     INTEGER NOT NULL,
    last_at      INTEGER NOT NULL,    -- UNIX seconds
    last_place   INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE conversation_messages (
    conversation INTEGER NOT NULL,
    n            INTEGER NOT NULL,    -- from 1, in the order of sending
    place        INTEGER NOT NULL,
    at           INTEGER NOT NULL,    -- UNIX seconds
    PRIMARY KEY (conversation, n)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE about (                -- what reacts to a message, replies to it or changes it
    hash  INTEGER NOT NULL,           -- of the message
    kind  INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (hash, kind, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reject_rows (          -- lines of rejects.jsonl
    cause        INTEGER NOT NULL,
    n            INTEGER NOT NULL,    -- from 1 for each cause
    kind         INTEGER NOT NULL,
    start        INTEGER NOT NULL,    -- offset of the line in bytes
    length       INTEGER NOT NULL,
    hash         INTEGER NOT NULL,    -- of the id; 0: the row has none
    conversation INTEGER NOT NULL,    -- 0: not known
    at           INTEGER NOT NULL,    -- UNIX seconds; 0: not known
    file         INTEGER NOT NULL,    -- of reject_files
    PRIMARY KEY (cause, n)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reject_files (         -- files with rejected rows
    file INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE reject_counts (        -- rejected rows by cause, kind and file
    cause INTEGER NOT NULL,
    kind  INTEGER NOT NULL,
    file  INTEGER NOT NULL,
    rows  INTEGER NOT NULL,
    PRIMARY KEY (cause, kind, file)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE difference_rows (      -- lines of differences.jsonl
    kind   INTEGER NOT NULL,
    field  TEXT    NOT NULL,
    n      INTEGER NOT NULL,          -- from 1 for each kind and field
    start  INTEGER NOT NULL,
    length INTEGER NOT NULL,
    hash   INTEGER NOT NULL,          -- of the id of the record
    PRIMARY KEY (kind, field, n)
  ) STRICT, WITHOUT ROWID;
`;

/** Created last, over complete tables. */
export const INDEXES: string = `
  CREATE INDEX conversations_by_size ON conversations (messages, conversation);
  CREATE INDEX conversations_by_time ON conversations (last_at, conversation);
  CREATE INDEX conversations_of_one ON conversations (one, messages, conversation);
  CREATE INDEX conversations_of_other ON conversations (other, messages, conversation);
  CREATE INDEX reject_rows_by_id ON reject_rows (hash) WHERE hash <> 0;
  CREATE INDEX reject_rows_by_conversation ON reject_rows (conversation, at) WHERE conversation <> 0;
  CREATE INDEX difference_rows_by_id ON difference_rows (hash);
`;

/** Rows in the order of the plan, before they are sorted. */
export const UNSORTED: string = `
  CREATE TABLE unsorted.places (hash INTEGER, kind INTEGER, place INTEGER) STRICT;
  CREATE TABLE unsorted.names (text TEXT, kind INTEGER, place INTEGER) STRICT;
  CREATE TABLE unsorted.messages (conversation INTEGER, place INTEGER, at INTEGER) STRICT;
  CREATE TABLE unsorted.pairs (conversation INTEGER PRIMARY KEY, one INTEGER, other INTEGER) STRICT;
  CREATE TABLE unsorted.about (hash INTEGER, kind INTEGER, place INTEGER) STRICT;
`;
