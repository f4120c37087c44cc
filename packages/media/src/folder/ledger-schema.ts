export const APPLICATION_ID = 0x63666d64; // "cfmd"

export const SCHEMA: string = `
  PRAGMA application_id = ${APPLICATION_ID};
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value ANY) STRICT;
  CREATE TABLE IF NOT EXISTS files ( -- every address once
    id         INTEGER PRIMARY KEY,
    key        TEXT    NOT NULL UNIQUE, -- the address without what gives access
    origin     TEXT    NOT NULL, -- the address with everything that gives access, or the name of a local file
    host       TEXT    NOT NULL, -- with its port; empty for a local file
    kind       TEXT    NOT NULL,
    name       TEXT,
    mime_type  TEXT,             -- as the record states it
    uses       INTEGER NOT NULL, -- how many records name it
    first_at   INTEGER,          -- UNIX seconds of the oldest message
    last_at    INTEGER,
    access     TEXT    NOT NULL, -- see access.ts
    scheme     TEXT,             -- of its signature
    expires_at INTEGER,          -- UNIX seconds
    state      TEXT    NOT NULL CHECK (state IN ('pending', 'copied', 'failed')),
    cause      TEXT,             -- of a failure
    detail     TEXT,             -- of a failure, without the address
    session    INTEGER NOT NULL DEFAULT 0, -- in which it failed
    validator  TEXT,             -- ETag or date of a file that is not complete
    sha256     TEXT,             -- of the copy, in hexadecimal
    bytes      INTEGER,
    type       TEXT,             -- MIME type of the answer
    path       TEXT              -- of the copy, below files/
  ) STRICT;
  CREATE INDEX IF NOT EXISTS by_host ON files (host, state, id);
  CREATE INDEX IF NOT EXISTS by_content ON files (sha256) WHERE sha256 IS NOT NULL;
`;
