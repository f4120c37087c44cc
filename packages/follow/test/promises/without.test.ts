import path from 'node:path';
import { systemClock } from '@chatferry/client';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { cutOver, follow } from '../../src/index.ts';
import { NightRig } from '../support/cut-over-rig.ts';
import { type FollowRig, KilledError, SENT, startFollowRig } from '../support/follow-rig.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

async function without(
  file: string,
  code: string,
  instead = '',
): Promise<{ follow: typeof follow; cutOver: typeof cutOver }> {
  return await importWithout(source('index.ts'), { file: source(file), code, instead });
}

const PEOPLE = `INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);`;

function post(id: number, author = 'ann'): string {
  return `INSERT INTO posts VALUES (${id}, NULL, '${author}', 'ann', ${SENT + id}, 'post ${id}');`;
}

async function begun(rows: string): Promise<FollowRig> {
  const rig = await startFollowRig();
  await rig.forum.exec(PEOPLE + rows);
  await rig.sendBulk();
  await rig.follow();
  return rig;
}

/** The table of the messages is emptied by mistake. @returns how many messages the app still has */
async function heldAfterMistake(following: typeof follow): Promise<number> {
  const posts = Array.from({ length: 30 }, (_, index) => post(index + 1));
  await using rig = await begun(posts.join(''));
  await rig.forum.exec('DELETE FROM posts');
  await rig.follow({}, { following });
  return Object.keys(rig.held.messages).length;
}

test('without a limit of removals, a table that was emptied by mistake empties the app', async () => {
  expect(await heldAfterMistake(follow)).toBe(30);
  const limit = '    if (own.length + held <= most) continue;\n';
  const { follow: following } = await without(
    'planning/decide-keys.ts',
    limit,
    '    if (own.length + held <= Infinity || most) continue;\n',
  );
  expect(await heldAfterMistake(following)).toBe(0);
});

/** A user is read with each room, and leaves one of two. @returns whether the user is deactivated */
async function isDeactivated(following: typeof follow): Promise<boolean> {
  await using rig = await startFollowRig();
  const query = 'SELECT s.room, p.id, p.name FROM seats s JOIN people p ON p.id = s.person';
  const users = { query, key: 'room', ignore: ['room'], columns: { id: 'uid' } };
  Object.assign(rig.forum.source, { kinds: { users } });
  const seats = "INSERT INTO seats VALUES ('1', 'ann', 'x'), ('2', 'ann', 'x'), ('3', 'bob', 'x');";
  await rig.forum.exec(PEOPLE + seats);
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec("DELETE FROM seats WHERE room = '1'");
  await rig.follow({}, { following });
  return rig.service.requests.some(({ operation }) => operation === 'users.deactivate');
}

test('without asking for the other rows of a record, one row that goes takes the record with it for a while', async () => {
  expect(await isDeactivated(follow)).toBe(false);
  const others = 'if (now.includes(id) || !isOfOther) judged.addOfRow';
  const { follow: following } = await without(
    'planning/make-segment.ts',
    others,
    'if (now.includes(id) || !isOfOther || true) judged.addOfRow',
  );
  expect(await isDeactivated(following)).toBe(true);
});

/** A message is seen before its sender. */
async function heldAfterSender(following: typeof follow): Promise<string[]> {
  await using rig = await begun(post(1));
  await rig.forum.exec(post(2, 'cy'));
  await rig.follow({}, { following });
  await rig.forum.exec("INSERT INTO people VALUES ('cy', 'Cy', NULL)");
  await rig.follow({}, { following });
  return Object.keys(rig.held.messages);
}

test('without waiting for its sender, a message that was seen before is never sent', async () => {
  expect(await heldAfterSender(follow)).toEqual(['1', '2']);
  const wait = '  if (task.letsMissingWait) await ';
  const { follow: following } = await without('planning/make-segment.ts', wait, '  if (false) ');
  expect(await heldAfterSender(following)).toEqual(['1']);
});

/** A process ends after it has planned a new message, which is changed before the next one starts. @returns its text in the app */
async function textAfterKill(following: typeof follow): Promise<string | undefined> {
  await using rig = await begun(post(1));
  await rig.forum.exec(post(2));
  const killed = rig.follow({}, { following, onEvent: ({ type }) => type !== 'flushed' });
  await expect(killed).rejects.toThrow(KilledError);
  await rig.forum.exec("UPDATE posts SET body = 'changed' WHERE id = 2");
  await rig.follow({}, { following });
  return rig.held.messages[2];
}

test('without sending one segment before the next is planned, the change of a new message is lost', async () => {
  expect(await textAfterKill(follow)).toBe('changed');
  const first = 'const reason = yield* sendPlanned(follower, stop);';
  const last = `const reason =
      isCompared && follower.toRead === 0 ? yield* sendPlanned(follower, stop) : undefined;`;
  const { follow: following } = await without('following/catch-up.ts', first, last);
  expect(await textAfterKill(following)).toBe('post 2');
});

/**
 * The request of a killed process arrives after a later version of its message has landed, and takes its place.
 *
 * @returns the records that the next follower finds different
 */
async function foundDifferent(following: typeof follow): Promise<number> {
  await using rig = await begun(post(1));
  await rig.forum.exec("UPDATE posts SET body = 'changed'");
  await rig.follow({}, { following });
  rig.service.db.exec(`UPDATE messages SET data = '{"text":"post 1"}' WHERE muid = '1'`);
  const clock = { ...systemClock, now: () => Date.now() + 61_000 };
  const { different } = await rig.follow({ clock }, { following });
  return different;
}

test('without a comparison some time after sending, a request that arrives late changes the app unseen', async () => {
  expect(await foundDifferent(follow)).toBe(1);
  const compare = '        yield* comparison.next(signal);\n';
  const { follow: following } = await without('follow.ts', compare);
  expect(await foundDifferent(following)).toBe(0);
});

/** A forgotten job writes after the freeze. @returns the messages in the app when it is open */
async function heldWhenOpened(cutting: typeof cutOver): Promise<string[]> {
  await using rig = await begun(post(1));
  const night = new NightRig(rig);
  let isWritten = false;
  const straggler = async ({ type }: { readonly type: string }): Promise<void> => {
    if (type !== 'drained' || isWritten) return;
    isWritten = true;
    await rig.forum.exec(post(2));
  };
  await night.cutOver({}, straggler, cutting);
  expect(night.writable).toEqual({ legacy: false, app: true });
  return Object.keys(rig.held.messages);
}

test('without comparing the database once more, the app opens and lacks what was written after the freeze', async () => {
  expect(await heldWhenOpened(cutOver)).toEqual(['1', '2']);
  const compare = 'hasChanged: written.length > 0 || keys > 0 || !isWhole';
  const { cutOver: cutting } = await without('cut-over/check.ts', compare, 'hasChanged: false');
  expect(await heldWhenOpened(cutting)).toEqual(['1']);
});

/** A message that is sent after the freeze is another one in the app when it is compared. @returns whether the app opens */
async function opensWithOther(cutting: typeof cutOver): Promise<boolean> {
  await using rig = await begun(post(1));
  const night = new NightRig(rig);
  const changed = async ({ type }: { readonly type: string }): Promise<void> => {
    if (type === 'freezing') await rig.forum.exec(post(2));
    if (type === 'drained')
      rig.service.db.exec(`UPDATE messages SET data = '{"text":"other"}' WHERE muid = '2'`);
  };
  await night.cutOver({ maxDifferent: 0 }, changed, cutting);
  return night.writable.app;
}

test('without comparing the app with the plan, it opens with other messages than those that were sent', async () => {
  expect(await opensWithOther(cutOver)).toBe(false);
  const compare = 'const isAsPlanned = context.different <= (options.maxDifferent ?? 0);';
  const { cutOver: cutting } = await without(
    'cut-over/while-closed.ts',
    compare,
    'const isAsPlanned = true;',
  );
  expect(await opensWithOther(cutting)).toBe(true);
});

/**
 * A copy of the job folder is made while the legacy system is frozen: what a process that is killed at that moment leaves.
 *
 * @returns whether people can write there again after the operator has given up with that folder
 */
async function writableAfterKill(cutting: typeof cutOver): Promise<boolean> {
  await using rig = await begun(post(1));
  const night = new NightRig(rig);
  const killed = path.join(rig.folder, 'killed');
  const freeze = `${night.commands.freeze}; [ -e '${killed}' ] || cp -r '${rig.job}' '${killed}'`;
  await night.cutOver({ commands: { ...night.commands, freeze } }, undefined, cutting);
  await night.cutOver({ job: killed, isAborted: true }, undefined, cutting);
  return night.writable.legacy;
}

test('without the state on the disk before the freeze, a process that is killed leaves people locked out', async () => {
  expect(await writableAfterKill(cutOver)).toBe(true);
  const state = "    kept.take({ is: 'freezing' }, clock.now());\n";
  const after = `    await operate(context, 'freeze', signal);\n${state}`;
  const { cutOver: cutting } = await without('cut-over/cut-over.ts', state, after);
  expect(await writableAfterKill(cutting)).toBe(false);
});
