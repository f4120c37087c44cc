import { readFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '@chatferry/client';
import { jobStatus } from '@chatferry/job';
import { describe, expect, test } from 'vitest';
import type { CutOverEvent, CutOverOptions } from '../src/index.ts';
import { NightRig } from './support/cut-over-rig.ts';
import { type FollowRig, KilledError, SENT, startFollowRig } from './support/follow-rig.ts';
import { forums, postgresForum, postgresServer } from './support/forum.ts';

const START = `
  INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);
  INSERT INTO rooms VALUES ('den', 'Den');
  INSERT INTO seats VALUES ('den', 'ann', 'admin'), ('den', 'bob', 'participant');
  INSERT INTO posts VALUES (1, 'den', 'ann', NULL, ${SENT}, 'one');
`;

function post(id: number, author = 'ann', body = `post ${id}`): string {
  return `INSERT INTO posts VALUES (${id}, 'den', '${author}', NULL, ${SENT + id}, '${body}');`;
}

/** A follower that has sent everything, and what people have changed since. */
async function begun(rig: FollowRig, changed = post(2)): Promise<NightRig> {
  await rig.forum.exec(START);
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec(changed);
  return new NightRig(rig);
}

/** Does something at the first event of a type. */
function at(type: CutOverEvent['type'], does: () => unknown): (event: CutOverEvent) => unknown {
  let isDone = false;
  return async (event) => {
    if (isDone || event.type !== type) return;
    isDone = true;
    await does();
  };
}

const OPENED = { legacy: false, app: true };
const THAWED = { legacy: true, app: false };

describe.each(forums)('$title', ({ open }) => {
  test('what is written until the freeze is in the app when it opens', async () => {
    await using rig = await startFollowRig(open);
    const night = await begun(rig);

    const found = await night.cutOver(
      { deadlineMs: 60_000 },
      at('freezing', () =>
        rig.forum.exec(
          `${post(3, 'bob')} UPDATE posts SET body = 'one, edited' WHERE id = 1; DELETE FROM posts WHERE id = 2;`,
        ),
      ),
    );

    expect(found).toMatchObject({ state: 'open', different: 0, rejected: 0, waiting: 0 });
    expect(found.reason).toBeUndefined();
    expect(found.story).toEqual([
      'armed',
      'freezing',
      'frozen',
      'drained',
      'compared',
      'opening',
      'open',
    ]);
    expect(found.events.find(({ type }) => type === 'drained')).toMatchObject({ rows: 3 });
    expect(night.said).toEqual(['freeze', 'open']);
    expect(night.writable).toEqual(OPENED);
    expect(rig.held.messages).toEqual({ 1: 'one, edited', 3: 'post 3' });
  });

  test('what is written after the freeze is sent too, and opens the legacy system again when it does not end', async () => {
    await using rig = await startFollowRig(open);
    const night = await begun(rig);
    let id = 10;

    const once = at('drained', () => rig.forum.exec(post(3)));
    const again = async ({ type }: CutOverEvent): Promise<void> => {
      if (type === 'drained') await rig.forum.exec(post(id++));
    };
    const thawed = await night.cutOver({}, again);
    const between = night.writable;
    const opened = await night.cutOver({}, once);

    expect(thawed).toMatchObject({ state: 'following', reason: { code: 'still-writes' } });
    expect(thawed.events.filter(({ type }) => type === 'changed-after')).toHaveLength(3);
    expect(between).toEqual(THAWED);
    expect(opened).toMatchObject({ state: 'open', different: 0 });
    expect(opened.events.filter(({ type }) => type === 'changed-after')).toHaveLength(1);
    expect(Object.keys(rig.held.messages)).toEqual(['1', '2', '3', '10', '11', '12']);
  });
});

test('a segment that the follower has found different keeps the app closed, and the ones after it are not compared again', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  await rig.follow();
  await rig.forum.exec(post(3));
  await rig.follow();
  const differs = `UPDATE messages SET data = json_set(data, '$.text', 'x') WHERE muid = '2'`;
  rig.service.db.exec(differs);
  const clock = { ...systemClock, now: () => Date.now() + 61_000 };
  const followed = await rig.follow({ clock });
  const stop = new AbortController();

  const refused = await night.cutOver(
    { signal: stop.signal },
    at('not-armed', () => stop.abort()),
  );
  rig.service.db.exec(differs.replace("'x'", "'post 2'"));
  const opened = await night.cutOver();

  expect(followed.different).toBe(1);
  expect(refused.events.find(({ type }) => type === 'not-armed')).toMatchObject({
    why: 'differs',
    compared: { records: 1, asPlanned: 0 },
  });
  expect(opened).toMatchObject({ state: 'open', different: 0 });
  expect(opened.events.find(({ type }) => type === 'armed')).toMatchObject({
    compared: { records: 1, asPlanned: 1 },
  });
});

test('a removal is compared without reading the messages of the whole app', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec(`${START}
    INSERT INTO posts WITH RECURSIVE n(id) AS (SELECT 100 UNION ALL SELECT id + 1 FROM n WHERE id < 2600)
      SELECT id, 'den', 'bob', NULL, ${SENT} - id, 'old' FROM n;`);
  await rig.sendBulk();
  await rig.follow();
  const night = new NightRig(rig);

  const { events } = await night.cutOver(
    {},
    at('freezing', () => rig.forum.exec('DELETE FROM posts WHERE id = 2000')),
  );

  const compared = events.find(({ type }) => type === 'compared');
  // Its id, and the page and the end of the list at its time. The list of the app has three pages and an end.
  expect(compared).toMatchObject({ compared: { records: 1, asPlanned: 1, requests: 3 } });
});

test.runIf(postgresServer !== undefined)(
  'in PostgreSQL a transaction that was open at the freeze is waited for',
  async () => {
    await using rig = await startFollowRig(postgresForum);
    const night = await begun(rig);
    const written: string[][] = [];
    const client = await rig.forum.connect!();
    await client.query('BEGIN');
    await client.query(post(3));

    const found = await night.cutOver({}, async (event) => {
      if (event.type !== 'writing') return;
      written.push([...event.tables]);
      await client.query('COMMIT');
      await client.end();
    });

    expect(written).toEqual([['posts']]);
    expect(found.state).toBe('open');
    expect(rig.held.messages).toMatchObject({ 3: 'post 3' });
  },
);

test('a cut-over that takes longer than the deadline opens the legacy system again, and the next one opens the app', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);

  const slow = { ...night.commands, freeze: `${night.commands.freeze}; sleep 60` };
  const late = await night.cutOver({ commands: slow, deadlineMs: 2000 });
  const between = night.writable;
  await rig.follow(); // It goes on meanwhile.
  const opened = await night.cutOver({ deadlineMs: 60_000 });

  expect(late).toMatchObject({ state: 'following', reason: { code: 'deadline' } });
  expect(between).toEqual(THAWED);
  expect(opened).toMatchObject({ state: 'open' });
  expect(opened.reason).toBeUndefined();
  expect(night.said).toEqual(['freeze', 'thaw', 'freeze', 'open']);
});

test('a clock that is set back while people cannot write does not move the deadline', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  let backMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() - backMs };

  const slow = { ...night.commands, freeze: `${night.commands.freeze}; sleep 60` };
  const late = await night.cutOver(
    { commands: slow, deadlineMs: 2000, clock },
    at('freezing', () => (backMs = 3_600_000)),
  );

  expect(late).toMatchObject({ state: 'following', reason: { code: 'deadline' }, closedMs: 0 });
  expect(night.writable).toEqual(THAWED);
});

test('more requests than the deadline has time for open the legacy system again before they are sent', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  const { run } = night.options();
  const many = Array.from({ length: 200 }, (_, index) => post(100 + index)).join('');

  const late = await night.cutOver(
    { run: { ...run, requestsPerMinute: 1 }, deadlineMs: 100_000 },
    at('freezing', () => rig.forum.exec(many)),
  );

  expect(late).toMatchObject({ state: 'following', reason: { code: 'deadline' } });
  expect(late.closedMs).toBeLessThan(100_000);
  expect(night.writable).toEqual(THAWED);
});

test('a round that takes longer than the deadline freezes nothing', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  const stop = new AbortController();

  const found = await night.cutOver({ deadlineMs: 1, signal: stop.signal }, ({ type }) => {
    if (type === 'not-armed') stop.abort();
  });

  expect(found).toMatchObject({ state: 'following', reason: undefined });
  expect(found.story).toEqual(['not-armed']);
  expect(night.said).toEqual([]);
  expect(jobStatus(rig.job).follow?.cutOver).toMatchObject({
    state: 'following',
    notArmed: 'too-long',
    round: { mostMs: 1 },
  });
});

test('a record that the app holds otherwise than planned freezes nothing, unless that is allowed', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  await rig.follow();
  rig.service.db.exec(
    `UPDATE messages SET data = json_set(data, '$.text', 'tampered') WHERE muid = '2'`,
  );
  const stop = new AbortController();

  const refused = await night.cutOver({ signal: stop.signal }, ({ type }) => {
    if (type === 'not-armed') stop.abort();
  });
  const allowed = await night.cutOver({ maxDifferent: 1 });

  expect(refused.story).toEqual(['not-armed']);
  expect(refused.events.find(({ type }) => type === 'not-armed')).toMatchObject({
    why: 'differs',
    compared: { differing: [{ kind: 'messages', different: 1 }] },
  });
  expect(allowed).toMatchObject({ state: 'open', different: 1 });
});

test('a record that differs after the freeze opens the legacy system again', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);

  const found = await night.cutOver({}, async ({ type }) => {
    if (type === 'freezing') await rig.forum.exec(post(3));
    if (type === 'drained')
      rig.service.db.exec(
        `UPDATE messages SET data = json_set(data, '$.text', 'tampered') WHERE muid = '3'`,
      );
  });

  expect(found).toMatchObject({ state: 'following', reason: { code: 'differs' }, different: 1 });
  expect(night.writable).toEqual(THAWED);
});

test('rows that wait are rejected and listed when the app is open', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig, post(2) + post(3, 'stranger'));

  const found = await night.cutOver();
  const again = await night.cutOver();

  expect(found).toMatchObject({ state: 'open', rejected: 1, waiting: 0 });
  expect(again).toMatchObject({ state: 'open', rejected: 0, waiting: 0 });
  expect(readFileSync(path.join(rig.job, 'rejects.jsonl'), 'utf8')).toContain(
    '"code":"missing-user"',
  );
  expect(Object.keys(rig.held.messages)).toEqual(['1', '2']);
});

test('a freeze that fails is thawed, because it may be half done', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);

  const found = await night.cutOver({
    commands: { ...night.commands, freeze: `${night.commands.freeze}; exit 3` },
  });

  expect(found).toMatchObject({ state: 'following', reason: { code: 'freeze-failed' } });
  expect(found.events).toContainEqual({
    type: 'command-failed',
    command: 'freeze',
    why: 'It ended with status 3.',
  });
  expect(night.writable).toEqual(THAWED);
});

test('an opening that fails thaws nothing, and the next start opens', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);

  const failed = await night.cutOver({
    commands: { ...night.commands, open: `${night.commands.open}; exit 1` },
  });
  const between = night.writable;
  const opened = await night.cutOver();

  expect(failed).toMatchObject({ state: 'opening', reason: { code: 'open-failed' } });
  expect(between).toEqual(OPENED);
  expect(opened).toMatchObject({ state: 'open', reason: undefined });
  expect(opened.story).toEqual(['resumed', 'open']);
  expect(night.said).toEqual(['freeze', 'open', 'open']);
});

test('an opening that failed is given up by the operator alone', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  await night.cutOver({ commands: { ...night.commands, open: 'exit 1' } });

  const found = await night.cutOver({ isAborted: true });

  expect(found).toMatchObject({ state: 'following', reason: undefined });
  expect(found.story).toEqual(['resumed', 'thawing', 'thawed']);
  expect(night.writable).toEqual(THAWED);
});

test('a thaw that fails is repeated by the next start', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);

  const failed = await night.cutOver({
    commands: { freeze: `${night.commands.freeze}; exit 1`, thaw: 'exit 1', open: 'exit 1' },
  });
  const between = night.writable;
  const thawed = await night.cutOver({ isAborted: true });

  expect(failed).toMatchObject({ state: 'thawing', reason: { code: 'thaw-failed' } });
  expect(between.legacy).toBe(false);
  expect(thawed).toMatchObject({ state: 'following' });
  expect(night.writable).toEqual(THAWED);
});

test('a command that takes too long is ended', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);

  const found = await night.cutOver({
    commandMs: 300,
    commands: { ...night.commands, freeze: `${night.commands.freeze}; sleep 60` },
  });

  expect(found).toMatchObject({ state: 'following', reason: { code: 'freeze-failed' } });
  expect(night.writable).toEqual(THAWED);
});

test.each(['freezing', 'frozen', 'drained', 'compared'] as const)(
  'an interrupt when the state is %s opens the legacy system again',
  async (type) => {
    await using rig = await startFollowRig();
    const night = await begun(rig);
    const stop = new AbortController();

    const found = await night.cutOver({ signal: stop.signal }, (event) => {
      if (event.type === type) stop.abort();
    });

    expect(found).toMatchObject({ state: 'following', reason: { code: 'interrupted' } });
    expect(night.writable).toEqual(THAWED);
  },
);

const rounds = ['reconciled', 'flushed', 'sending', 'settled'] as const;
const states = ['armed', 'freezing', 'frozen', 'drained', 'compared', 'opening', 'open'] as const;

test.each([
  ...rounds.map((type) => [type, 'before the freeze'] as const),
  ...rounds.map((type) => [type, 'after the freeze'] as const),
  ...states.map((type) => [type, ''] as const),
])('a process that ends at the event %s %s is continued by the next one', async (type, when) => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  let [isFrozen, wasWritten] = [false, false];
  const killed = night.cutOver({}, async (event) => {
    if (event.type === 'freezing') {
      await rig.forum.exec(post(3));
      wasWritten = true;
    }
    isFrozen ||= event.type === 'frozen';
    return event.type !== type || (when === 'after the freeze' && !isFrozen);
  });
  await expect(killed).rejects.toThrow(KilledError);

  const { state, different } = await night.cutOver();

  expect({ state, different, ...night.writable }).toEqual({
    state: 'open',
    different: 0,
    ...OPENED,
  });
  const rows = wasWritten ? ['1', '2', '3'] : ['1', '2'];
  expect(Object.keys(rig.held.messages)).toEqual(rows);
});

test('a person states each step where there is no command, and is asked again when the state was left', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  const asked: string[] = [];
  const confirm: CutOverOptions['confirm'] = async (step) => {
    asked.push(step);
    if (step === 'freeze') await rig.forum.exec(post(3));
  };

  const found = await night.cutOver({ commands: {}, confirm });

  expect(asked).toEqual(['freeze', 'open']);
  expect(found).toMatchObject({ state: 'open' });
  expect(rig.held.messages).toMatchObject({ 3: 'post 3' });
});

const notAsked = (): Promise<void> => Promise.reject(new Error('no terminal'));

test('a question that cannot be asked is not taken for an answer', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);

  await expect(night.cutOver({ commands: {}, confirm: notAsked })).rejects.toThrow('no terminal');
  await expect(night.cutOver({ commands: {} })).rejects.toThrow('There is no command');
});

test('a command that contains the key is refused', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  const open = `curl -H 'apikey: ${rig.service.apiKey}' example.org`;

  const found = night.cutOver({ commands: { ...night.commands, open } });

  await expect(found).rejects.toThrow('contains the API key');
  await expect(found).rejects.not.toThrow(rig.service.apiKey);
});

test('nothing is followed once the legacy system is frozen, or the app is open', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  const killed = night.cutOver({}, ({ type }) => type !== 'drained');
  await expect(killed).rejects.toThrow(KilledError);

  await expect(rig.follow()).rejects.toThrow(/is frozen|is drained/);
  await night.cutOver();
  await expect(rig.follow()).rejects.toThrow('has opened the app');
  await expect(night.cutOver({ isAborted: true })).rejects.toThrow('cannot be given up');
});

test('what the commands print and are is in no file of the job', async () => {
  await using rig = await startFollowRig();
  const night = await begun(rig);
  const printed: string[] = [];

  await night.cutOver({
    commands: { ...night.commands, freeze: `${night.commands.freeze}; echo secret-word` },
    onOutput: (text) => printed.push(text),
  });

  expect(printed.join('')).toBe('secret-word\n');
  const files = ['run.log', 'follow.sqlite', 'plan.sqlite', 'ledger.sqlite', 'report.html'];
  for (const file of files)
    expect(readFileSync(path.join(rig.job, file), 'latin1')).not.toContain('secret-word');
});
