/** Marks the file as a ledger; written in its header. The letters `cfld`. */
export const APPLICATION_ID = 0x63_66_6c_64;

/** Version of the tables below; no other is read. */
export const FORMAT_VERSION = 8;

export const SCHEMA = `
  CREATE TABLE run (                       -- what the ledger belongs to; complete from the first commit on
    key   TEXT PRIMARY KEY,                -- plan: the plan's id; inputs: its inputs; target: appId, region, baseUrl;
                                           -- options: of the latest run; address-proof: that the key was sent to the address
                                           -- before; instance: id of the local service, where it is one; live: live
                                           -- operations are allowed. Inputs, target and options are JSON
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE runs (                      -- each time the job was run
    number     INTEGER PRIMARY KEY,
    started_at INTEGER NOT NULL,           -- milliseconds since 1970, like all times here
    routes     TEXT    NOT NULL,           -- how kinds were sent that did not go through the import endpoints: JSON
    ended_at   INTEGER,                    -- NULL: in progress, or killed
    end        TEXT CHECK (end IN ('finished', 'stopped')),
    reason     TEXT,                       -- why it stopped: JSON with code, message and fix
    requests_before INTEGER NOT NULL       -- made by the runs before it
  ) STRICT;

  CREATE TABLE lanes (                     -- how far each lane has got: what a run needs to resume
    kind                TEXT    NOT NULL,
    lane                INTEGER NOT NULL,
    announced           INTEGER NOT NULL,  -- batches up to this number may have been sent
    announced_at        INTEGER NOT NULL,  -- no request for those of them without a row in batches left before; 0: none is announced
    settled             INTEGER NOT NULL,  -- the batch settled last; those before it have rows in batches too
    requests            INTEGER NOT NULL,
    created             INTEGER NOT NULL,
    present             INTEGER NOT NULL,  -- the service already held it, for any reason
    present_by_this_job INTEGER NOT NULL,  -- those of them that are proved to be stored by a request whose answer was lost
    present_same        INTEGER NOT NULL,  -- other ones with the content of the plan
    present_different   INTEGER NOT NULL,  -- those of them with other content
    failed              INTEGER NOT NULL,
    skipped             INTEGER NOT NULL,
    unresolved          INTEGER NOT NULL,
    changed_at          INTEGER NOT NULL,
    PRIMARY KEY (kind, lane)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE batches (                   -- every batch of which something is known
    seq        INTEGER PRIMARY KEY,        -- the plan's number of the batch
    kind       TEXT    NOT NULL,
    lane       INTEGER NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('open', 'settled')),
    attempts   INTEGER NOT NULL,           -- requests made with it or a part of it
    marks      TEXT    NOT NULL,           -- a letter for each record, in the plan's order:
                                           --   . not sent   u sent, outcome unknown   r to be sent again, though it may have landed
                                           --   c created   f failed   s skipped   d there, other content
                                           --   p there, not stored by this job, not compared   e the same, content of the plan
                                           --   m there, perhaps stored by this job, not compared   o the same, proved to be
                                           --   stored by it   q the same, content of the plan, not proved
    begun_at   INTEGER NOT NULL,           -- no request for its records left before: what proves whose a record is
    changed_at INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX open_batches ON batches (kind, lane, seq) WHERE state = 'open';

  CREATE TABLE outcomes (                  -- records that did not simply land
    seq             INTEGER NOT NULL,
    position        INTEGER NOT NULL,      -- 0-based, in the batch
    kind            TEXT    NOT NULL,
    id              TEXT    NOT NULL,
    outcome         TEXT    NOT NULL CHECK (outcome IN ('created', 'present', 'failed', 'skipped', 'unresolved')),
    code            TEXT    NOT NULL,      -- why; of a record that a retry has landed: why it had not at first
    message         TEXT    NOT NULL,
    details         TEXT,                  -- what the service reports about single fields: JSON with texts by field
    cause           TEXT,                  -- of a skipped record: the one it fell with, as kind:id
    may_have_landed INTEGER NOT NULL,      -- 1: the service failed over it, and may have stored it all the same
    attempts        INTEGER NOT NULL,
    file            TEXT    NOT NULL,
    line            INTEGER NOT NULL,
    PRIMARY KEY (seq, position)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX outcomes_by_id ON outcomes (kind, id);

  CREATE TABLE troubles (                  -- requests that got no good answer
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    records INTEGER NOT NULL,              -- in the request
    code    TEXT    NOT NULL,
    message TEXT    NOT NULL
  ) STRICT;

  CREATE INDEX troubles_by_batch ON troubles (seq);
  CREATE INDEX troubles_by_time ON troubles (at);

  CREATE TABLE minutes (                   -- what was done when: rows of a minute are added; the last minute of a killed run is missing
    minute    INTEGER NOT NULL,            -- since 1970
    kind      TEXT    NOT NULL,
    records   INTEGER NOT NULL,            -- that got their outcome
    requests  INTEGER NOT NULL,            -- that were answered or given up
    again     INTEGER NOT NULL,            -- requests for records that were sent before
    quota     REAL,                        -- requests a minute that the latest of them was paced by; NULL: any number, or none was made
    waited_ms INTEGER NOT NULL,            -- in which nothing was sent
    why       TEXT,                        -- it waited last
    latency   TEXT    NOT NULL             -- JSON: answers by their time, in 41 ranges that begin at 5 ms and 1.26 times as much each
  ) STRICT;

  CREATE TABLE message_ids (               -- ids in the service of the messages that reactions and replies belong to
    muid      TEXT    PRIMARY KEY,
    from_time INTEGER NOT NULL,            -- the service lists the message with a sentAt from this to to_time, UNIX seconds
    to_time   INTEGER NOT NULL,
    id        TEXT                         -- NULL: not read yet; empty: the service does not hold the message
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX message_ids_to_read ON message_ids (from_time) WHERE id IS NULL;

  CREATE VIEW counts AS
    SELECT kind, sum(created) AS created, sum(present) AS present, sum(failed) AS failed, sum(skipped) AS skipped,
           sum(unresolved) AS unresolved, sum(requests) AS requests
    FROM lanes GROUP BY kind;
`;
