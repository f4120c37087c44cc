import { expect, test } from 'vitest';
import { type Night, startNight } from './support/night.ts';

async function cutOverLine(night: Night): Promise<string | undefined> {
  const { out } = await night.rig.cli(['status', ...night.options.slice(0, 1)]);
  return out.split('\n').find((line) => line.startsWith('Cut-over: '));
}

/** Starts a cut-over, waits for a line of it, and ends it as the operator does. */
async function stoppedAt(night: Night, line: string, more: readonly string[]): Promise<void> {
  using command = night.rig.spawn(['cut-over', ...more, ...night.options]);
  await command.until(() => command.err.includes(line));
  command.child.kill('SIGINT');
  await command.ended();
}

test('status states why a cut-over was not armed', async () => {
  await using night = await startNight();
  await night.post(2);

  await night.rig.cli(['follow', '--once', ...night.options]);
  night.rig.service.db.exec(
    "UPDATE messages SET data = json_set(data, '$.text', 'x') WHERE muid = '2'",
  );
  await stoppedAt(night, 'differs', night.commands());

  expect(await cutOverLine(night)).toMatch(
    /^Cut-over: following\. It was not armed at .*, because records are not in the app as planned\.$/,
  );
});

test('status states that a cut-over has thawed, and why', async () => {
  await using night = await startNight();
  await night.rig.cli([
    'cut-over',
    ...night.commands(undefined, { freeze: '; false' }),
    ...night.options,
  ]);

  expect(await cutOverLine(night)).toMatch(
    /^Cut-over: following\. The legacy system was opened again at .* ago\. The freeze may be half done\.$/,
  );
});

test('a cut-over that waits for the word is armed, and no longer when it was stopped', async () => {
  await using night = await startNight();
  let armed: string | undefined;
  let interrupt: (() => void) | undefined;

  await night.rig.cli(['cut-over', ...night.options], {
    ask: async () => {
      armed = await cutOverLine(night);
      interrupt?.();
      return '';
    },
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => {};
    },
  });

  expect(armed).toMatch(/^Cut-over: armed\. The last round took .* and ended at .* ago\.$/);
  expect(await cutOverLine(night)).toBeUndefined();
});

test('after the app is open, a cut-over cannot be given up, and the refusal names the way back', async () => {
  await using night = await startNight();
  const args = ['cut-over', ...night.commands(), ...night.options];
  await night.rig.cli(args);

  const aborted = await night.rig.cli([...args, '--abort']);
  const followed = await night.rig.cli(['follow', '--once', ...night.options]);

  for (const { status, err } of [aborted, followed]) {
    expect(status).toBe(2);
    expect(err).toMatch(/opened .*on \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(err).toContain('chatferry export FOLDER --job JOB --since TIME');
    expect(err).not.toContain('--abort');
  }
});

test('a cut-over names the records that stay though their rows are gone, and the plan that removes them', async () => {
  await using night = await startNight();
  await night.legacy.exec('DELETE FROM posts');

  const { status, out, err } = await night.rig.cli([
    'cut-over',
    ...night.commands(),
    ...night.options,
  ]);
  const next = err.split('\n').find((line) => line.startsWith('Next: chatferry plan '))!;
  const planned = await night.rig.cli([...next.split(' ').slice(2), '--gone=remove=1']);

  expect(err).toContain('gone.jsonl lists it. --removals removes it.');
  expect(out).toContain(
    'Everything is in it as planned. 1 record stays in the app whose row is gone',
  );
  expect(status).toBe(0);
  expect(planned.status).toBe(0);
  expect(planned.out).toMatch(/1 message deletion|message deletions? +1/);
});
