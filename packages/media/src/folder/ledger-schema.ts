export const APPLICATION_ID = 0x63666d65; // "cfme"

export const SCHEMA: string = `
  PRAGMA application_id = ${APPLICATION_ID};
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value ANY) STRICT;
  CREATE TABLE IF NOT EXISTS files ( -- every address once, without what gives access
    id         INTEGER PRIMARY KEY,
    key        TEXT    NOT NULL UNIQUE, -- see signedAddress
    host       TEXT    NOT NULL, -- with its port; empty for a local file
    kind       TEXT    NOT NULL,
    name       TEXT,
    mime_type  TEXT,             -- as the record states it
    uses       INTEGER NOT NULL, -- how often the records of this call, or of the last one, name it
    first_at   INTEGER,          -- UNIX seconds of the oldest message
    last_at    INTEGER,
    access     TEXT    NOT NULL, -- see access.ts
    scheme     TEXT,             -- of its signature
    expires_at INTEGER,          -- UNIX seconds
    state      TEXT    NOT NULL CHECK (state IN ('pending', 'copied', 'failed')),
    cause      TEXT,             -- of a failure
    detail     TEXT,             -- of a failure, without the address
    validator  TEXT,             -- ETag or date of a file that is not complete
    sha256     TEXT,             -- of the copy, in hexadecimal
    bytes      INTEGER,
    type       TEXT,             -- MIME type of the answer
    path       TEXT              -- of the copy, below files/
  ) STRICT;
  CREATE INDEX IF NOT EXISTS by_content ON files (sha256) WHERE sha256 IS NOT NULL;
  CREATE INDEX IF NOT EXISTS by_path ON files (path) WHERE path IS NOT NULL;
  -- What this call is to copy. Its addresses give access: SQLite keeps the table in a file without a name, which ends with the process.
  CREATE TEMP TABLE due (
    id       INTEGER PRIMARY KEY, -- of files
    origin   TEXT    NOT NULL,    -- the address with everything that gives access, or the name of a local file
    host     TEXT    NOT NULL,
    is_tried INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX temp.due_by_host ON due (host, id) WHERE is_tried = 0;
`;
