/** Marks the file as a plan (`ferr`). */
export const APPLICATION_ID = 0x66_65_72_72;

/** Version of the tables below; a reader refuses every other version. */
export const FORMAT = 15;

/** The input number of records without a row: planning makes them for missing records, or to remove gone ones. */
export const MADE_INPUT = 0;

/** Names of the tables that are filled before the batches are written. */
export const answerTables = [
  'causes',
  'cause_rows',
  'made_records',
  'direct_conversations',
  'id_map',
  'own_ids',
  'landed',
] as const;

export const ANSWER_TABLES: string = `
  CREATE TABLE causes (
    cause    INTEGER PRIMARY KEY, -- from 1, in the order in which the causes were met; the lines of rejects.jsonl have it
    code     TEXT NOT NULL,
    severity TEXT NOT NULL,
    field    TEXT,
    root     TEXT,             -- JSON: the record whose absence makes the rows fall
    rows     INTEGER NOT NULL, -- of all kinds
    example  TEXT NOT NULL     -- JSON: the first such row
  ) STRICT;

  CREATE TABLE cause_rows (
    cause  INTEGER NOT NULL REFERENCES causes,
    kind   TEXT    NOT NULL,
    rows   INTEGER NOT NULL,
    firsts INTEGER NOT NULL, -- of rows, those that no other cause of the same root counts
    PRIMARY KEY (cause, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE made_records (
    kind TEXT    NOT NULL,
    id   TEXT    NOT NULL,
    rule TEXT    NOT NULL, -- the setting that asks for it
    file TEXT    NOT NULL, -- of the first row that needs the record
    line INTEGER NOT NULL,
    ids  TEXT    NOT NULL, -- JSON: the fields that identify it
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE direct_conversations ( -- two-person groups that are not sent as groups
    guid  TEXT PRIMARY KEY,
    one   TEXT NOT NULL, -- uid
    other TEXT NOT NULL  -- uid
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE id_map (
    kind    TEXT NOT NULL,
    legacy  TEXT NOT NULL,
    service TEXT NOT NULL,
    PRIMARY KEY (kind, legacy)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE own_ids ( -- ids that users, groups and roles themselves have in the export, if they were changed
    kind    TEXT NOT NULL,
    legacy  TEXT NOT NULL,
    service TEXT NOT NULL,
    state   TEXT NOT NULL, -- own; landed: own in a job before; refused: another record has the id in the service
    PRIMARY KEY (kind, legacy)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE landed ( -- records that landed before this job; empty unless the plan was made after another job
    kind    TEXT    NOT NULL,
    first   INTEGER NOT NULL, -- number of the first one, from 0 for each kind
    made    INTEGER NOT NULL, -- 1: planning made them
    own     INTEGER NOT NULL, -- 1: a job has stored them; 0: the app holds them as planned, and others may have stored them
    seq     INTEGER,          -- their batch in the plan of the job before; NULL: of an earlier one
    ids     TEXT    NOT NULL, -- JSON
    numbers BLOB    NOT NULL, -- doubles for each: digest of its content, then what references to it need
    PRIMARY KEY (kind, first)
  ) STRICT;
`;

export const SCHEMA: string = `
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT};

  CREATE TABLE plan (
    key   TEXT PRIMARY KEY, -- version, rules, config, files, crc32
    value TEXT NOT NULL     -- text or JSON
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE segments ( -- parts of the plan that are complete and never change; one, unless the plan was continued
    no        INTEGER PRIMARY KEY, -- from 1
    first     INTEGER NOT NULL,    -- its batches are those from this number to last
    last      INTEGER NOT NULL,
    id        TEXT    NOT NULL,    -- hash of its batches, and of the segment before it; that of the last one is the plan's id
    before    TEXT,                -- id of the segment before it; NULL: the first one
    summary   TEXT    NOT NULL,    -- JSON
    positions TEXT                 -- JSON: how far the sources were read; NULL: to their end
  ) STRICT;

  CREATE TABLE inputs (
    no          INTEGER PRIMARY KEY, -- 0: records that planning makes
    file        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    format      TEXT,
    bytes       INTEGER,
    modified_ms REAL,                -- UNIX milliseconds, at the resolution of the file system
    sha256      TEXT
  ) STRICT;

  CREATE TABLE batches (
    seq     INTEGER PRIMARY KEY, -- 1 and up
    kind    TEXT    NOT NULL,
    lane    INTEGER NOT NULL,    -- 0 and up
    records INTEGER NOT NULL,
    ends    TEXT    NOT NULL,    -- JSON: for each record the offset in the body one past its end
    origins TEXT    NOT NULL,    -- JSON: for each record the number of its input and the line of its row
    crc32   INTEGER NOT NULL,    -- of the body, then of the text "seq kind lane records ends origins"
    body    BLOB    NOT NULL     -- the request body, complete
  ) STRICT;
  CREATE INDEX batches_by_lane ON batches (kind, lane);

  ${ANSWER_TABLES}

  -- One row for each record, for looking at a plan with any SQLite tool.
  CREATE VIEW records AS
    SELECT b.kind AS kind, r.key AS id, r.value AS record, i.file AS file,
      json_extract(b.origins, '$[' || (e.key * 2 + 1) || ']') AS line, b.seq AS batch
    FROM batches b
    JOIN json_each(b.ends) e
    JOIN json_each('{' || CAST(substr(b.body,
      CASE e.key WHEN 0 THEN length(b.kind) + 6
        ELSE json_extract(b.ends, '$[' || (e.key - 1) || ']') + 2 END,
      e.value - CASE e.key WHEN 0 THEN length(b.kind) + 5
        ELSE json_extract(b.ends, '$[' || (e.key - 1) || ']') + 1 END) AS TEXT) || '}') r
    JOIN inputs i ON i.no = json_extract(b.origins, '$[' || (e.key * 2) || ']');
`;
