/** One step from a version of the schema to the next. A step only adds: a worker of the version before keeps working. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE chatferry.job (               -- one plan, sent to one app
    id       int   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name     text  NOT NULL UNIQUE,
    plan     text  NOT NULL,                 -- the plan's id
    place    text  NOT NULL,                 -- the app and its host
    inputs   text  NOT NULL,                 -- of the plan: JSON, like target and options
    target   text  NOT NULL,                 -- appId, region, baseUrl
    options  text  NOT NULL,                 -- of the latest run
    instance text,                           -- id of the local service, where it is one
    live     boolean NOT NULL DEFAULT false, -- live operations are allowed
    exported_at timestamptz,                 -- the ledger has left: a file has it
    holder   uuid,                           -- token of the process that runs it; NULL: none
    host     text,                           -- of that process, like pid
    pid      int,
    held_since timestamptz,
    seen_at  timestamptz,                    -- when that process last said so
    UNIQUE (plan, place)
  );

  CREATE TABLE chatferry.run (               -- each time the job was run
    job        int    NOT NULL,
    number     bigint NOT NULL,
    token      uuid   NOT NULL UNIQUE,       -- of the statement that began it
    started_at bigint NOT NULL,              -- milliseconds since 1970, like all times of type bigint
    ended_at   bigint,                       -- NULL: in progress, or killed
    ended_as   text CHECK (ended_as IN ('finished', 'stopped')),
    reason     text,                         -- why it stopped: JSON with code, message and fix
    requests_before bigint NOT NULL,         -- made by the runs before it
    PRIMARY KEY (job, number)
  );

  CREATE TABLE chatferry.lane (              -- how far each lane has got
    job                 int    NOT NULL,
    kind                text   NOT NULL,
    lane                int    NOT NULL,
    token               uuid,                -- of the one who may write about the lane; never used twice
    writes              bigint NOT NULL DEFAULT 0, -- so that a statement that is made twice counts once
    announced           bigint NOT NULL DEFAULT 0, -- batches up to this number may have been sent
    settled             bigint NOT NULL DEFAULT 0, -- the batch settled last
    requests            bigint NOT NULL DEFAULT 0,
    created             bigint NOT NULL DEFAULT 0,
    present             bigint NOT NULL DEFAULT 0,
    present_by_this_job bigint NOT NULL DEFAULT 0,
    present_same        bigint NOT NULL DEFAULT 0,
    present_different   bigint NOT NULL DEFAULT 0,
    failed              bigint NOT NULL DEFAULT 0,
    skipped             bigint NOT NULL DEFAULT 0,
    unresolved          bigint NOT NULL DEFAULT 0,
    changed_at          bigint,              -- NULL: never
    PRIMARY KEY (job, kind, lane)
  ) WITH (fillfactor = 50);                  -- an update finds space in its page

  CREATE TABLE chatferry.batch (             -- every batch of which something is known
    job        int    NOT NULL,
    seq        bigint NOT NULL,              -- the plan's number of the batch
    kind       text   NOT NULL,
    lane       int    NOT NULL,
    state      text   NOT NULL CHECK (state IN ('open', 'settled')),
    attempts   int    NOT NULL,
    marks      text   NOT NULL,              -- a letter for each record, as in ledger.sqlite
    begun_at   bigint NOT NULL,
    changed_at bigint NOT NULL,
    PRIMARY KEY (job, seq)
  );

  CREATE INDEX open_batch ON chatferry.batch (job, kind, lane, seq) WHERE state = 'open';

  CREATE TABLE chatferry.outcome (           -- records that did not simply land
    job             int     NOT NULL,
    seq             bigint  NOT NULL,
    position        int     NOT NULL,        -- 0-based, in the batch
    kind            text    NOT NULL,
    id              text    NOT NULL,
    outcome         text    NOT NULL CHECK (outcome IN ('created', 'present', 'failed', 'skipped', 'unresolved')),
    code            text    NOT NULL,
    message         text    NOT NULL,
    details         text,                    -- JSON
    cause           text,
    may_have_landed boolean NOT NULL,
    attempts        int     NOT NULL,
    file            text    NOT NULL,
    line            bigint  NOT NULL,
    PRIMARY KEY (job, seq, position)
  );

  CREATE INDEX outcome_by_id ON chatferry.outcome (job, kind, id);

  CREATE TABLE chatferry.trouble (           -- requests that got no good answer
    number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job     int    NOT NULL,
    seq     bigint NOT NULL,
    at      bigint NOT NULL,
    records int    NOT NULL,
    code    text   NOT NULL,
    message text   NOT NULL
  );

  CREATE INDEX trouble_by_batch ON chatferry.trouble (job, seq);

  CREATE TABLE chatferry.message_id (        -- ids in the service of the messages that reactions and replies belong to
    job       int    NOT NULL,
    muid      text   NOT NULL,
    from_time bigint NOT NULL,               -- UNIX seconds, like to_time
    to_time   bigint NOT NULL,
    id        text,                          -- NULL: not read yet; empty: the service does not hold the message
    PRIMARY KEY (job, muid)
  );

  CREATE INDEX message_id_to_read ON chatferry.message_id (job, from_time) WHERE id IS NULL;
  `,
];
