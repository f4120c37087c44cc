/** Marks the file as the state of a follower (`folw`). */
export const APPLICATION_ID = 0x66_6f_6c_77;

/** Version of the tables below; every other version is refused. */
export const FORMAT = 4;

/**
 * The state of a follower. It has no write-ahead log, because one transaction of both files appends a segment to the plan and clears
 * its keys here.
 */
export const SCHEMA: string = `
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT};

  CREATE TABLE facts (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rows ( -- the rows of each query as they were planned last
    query  TEXT    NOT NULL, -- kind, or kind and number: messages, messages.0
    range  INTEGER NOT NULL, -- of the key
    key    TEXT    NOT NULL,
    digest INTEGER NOT NULL, -- 0: the row is gone; its records are not removed yet, or may still land
    ids    TEXT    NOT NULL, -- JSON: the ids of the records that were made of the row
    PRIMARY KEY (query, range, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE row_ids ( -- the rows by the ids of their records
    query TEXT    NOT NULL,
    hash  INTEGER NOT NULL, -- of the id
    key   TEXT    NOT NULL,
    PRIMARY KEY (query, hash, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rung ( -- keys whose rows have changed, or may have
    query    TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    position INTEGER NOT NULL, -- of the latest change; a key is cleared only at the position that was read
    rung_at  INTEGER NOT NULL, -- when it rang first, milliseconds since 1970
    waits    TEXT,             -- why it is not planned yet: missing, taken-id, removals, unsent; NULL: it is to be read
    wait_for TEXT,             -- missing: the record, as kind:id; taken-id: the id
    PRIMARY KEY (query, key)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX rung_waits ON rung (wait_for) WHERE wait_for IS NOT NULL;

  CREATE TABLE known ( -- where the records that the app holds are described
    kind    TEXT    NOT NULL,
    hash    INTEGER NOT NULL, -- of the id
    sent    INTEGER NOT NULL, -- the place of the record that was sent
    content INTEGER NOT NULL, -- the place of its content: the same, or that of its latest update
    PRIMARY KEY (kind, hash, sent)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE gone ( -- records that the app holds and whose rows are gone
    query TEXT NOT NULL,
    id    TEXT NOT NULL,
    PRIMARY KEY (query, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE settled ( -- segments of the plan that are sent and in the table known
    no         INTEGER PRIMARY KEY,
    settled_at INTEGER NOT NULL -- milliseconds since 1970
  ) STRICT;

  CREATE TABLE open ( -- the latest records of settled segments that have not landed: a retry may send them
    kind  TEXT    NOT NULL, -- of what they decide about: users of a user update
    hash  INTEGER NOT NULL, -- of the id
    place INTEGER NOT NULL, -- of the record
    PRIMARY KEY (kind, hash, place)
  ) STRICT, WITHOUT ROWID;
`;
