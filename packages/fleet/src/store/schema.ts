/** One step from a version of the schema to the next. A step only adds, so that a worker of the previous version keeps working. */
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
  `
  ALTER TABLE chatferry.job                  -- NULL in all of them: the job was not given to workers
    ADD COLUMN state    text CHECK (state IN ('running', 'stopped', 'cancelled', 'finished')),
    ADD COLUMN pool     text,                -- of the workers
    ADD COLUMN spread   int,                 -- over how many shifts the lanes of a kind are spread
    ADD COLUMN lanes    int,
    ADD COLUMN planned  text,                -- records of each kind: JSON, like settings
    ADD COLUMN settings text,                -- how to send
    ADD COLUMN plan_location text,           -- a path or an address
    ADD COLUMN plan_bytes    bigint,
    ADD COLUMN plan_sha256   text,
    ADD COLUMN step     text CHECK (step IN ('check', 'send', 'compare')),
    ADD COLUMN kind     text,                -- of the step; NULL: check
    ADD COLUMN run      bigint,              -- number of the run in progress, or the latest one
    ADD COLUMN reason   text,                -- why it was stopped: JSON with code, message and fix
    ADD COLUMN paused   boolean NOT NULL DEFAULT false,
    ADD COLUMN per_minute double precision,  -- the rate that the operator has asked for; below 0: unlimited
    ADD COLUMN no_key_at timestamptz;        -- when a worker last lacked the key of the app

  CREATE INDEX running_job ON chatferry.job (pool) WHERE state = 'running';

  CREATE TABLE chatferry.shift (             -- who walks which lanes of the present step
    job      int  NOT NULL,
    step     text NOT NULL,
    kind     text NOT NULL,                  -- '' for the check
    part     int  NOT NULL,
    worker   text NOT NULL,                  -- the last one
    taken_at timestamptz NOT NULL,
    released_at timestamptz,                 -- NULL: it has the shift, or was killed
    note     text,                           -- code of the reason for which it was given back
    done     boolean NOT NULL DEFAULT false, -- nothing is left to be done
    PRIMARY KEY (job, step, kind, part)
  );

  CREATE TABLE chatferry.quota (             -- the quotas that the service counts; all times are those of the database's clock
    app     text NOT NULL,                   -- and its host
    scope   text NOT NULL,                   -- import, one of its kinds, or chat
    next_at timestamptz NOT NULL,            -- when the next request may leave
    hold_until timestamptz NOT NULL,         -- nothing leaves before
    server_started timestamptz NOT NULL,     -- of the server that wrote the row: another one may have an old copy
    PRIMARY KEY (app, scope)
  );
  `,
  `
  ALTER TABLE chatferry.job
    ADD COLUMN failed_before text;           -- records of each kind that had failed when the run began: JSON
  `,
  `
  ALTER TABLE chatferry.run
    ADD COLUMN routes text NOT NULL DEFAULT '{}'; -- how kinds were sent that did not go through the import endpoints: JSON

  ALTER TABLE chatferry.lane
    ADD COLUMN announced_at bigint NOT NULL DEFAULT 0; -- no request for announced batches without a row left before
  `,
  `
  CREATE TABLE chatferry.minute (            -- what was done when: rows of a minute are added
    job       int    NOT NULL,
    token     uuid   NOT NULL DEFAULT gen_random_uuid(), -- of the statement: one that is made twice counts once
    minute    bigint NOT NULL,               -- since 1970
    kind      text   NOT NULL,
    records   bigint NOT NULL,
    requests  bigint NOT NULL,
    again     bigint NOT NULL,
    quota     double precision,              -- NULL: any number, or no request was made
    waited_ms bigint NOT NULL,
    why       text,
    latency   text   NOT NULL,               -- JSON, as in ledger.sqlite
    PRIMARY KEY (job, minute, kind, token)
  );
  `,
  `
  CREATE TABLE chatferry.worker (            -- the workers that are there, for operators
    name       text PRIMARY KEY,
    pool       text NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL          -- it says so every few seconds
  );

  CREATE TABLE chatferry.takeover (          -- shifts that a worker has taken because another one was lost
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job    int  NOT NULL,
    step   text NOT NULL,
    kind   text NOT NULL,                    -- '' for the check
    part   int  NOT NULL,
    lost   text NOT NULL,                    -- the worker that was lost
    worker text NOT NULL,
    at     timestamptz NOT NULL
  );
  `,
];
