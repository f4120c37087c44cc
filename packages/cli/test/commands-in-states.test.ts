import { cpSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';
import { Transcript } from './support/transcript.ts';

/** Commands that do not change the app. Those that write use a copy of the job folder. */
async function allThatIsStated(rig: Rig, transcript: Transcript, state: string): Promise<void> {
  const copy = path.join(rig.folder, 'copy');
  const start = async (): Promise<string> => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(rig.job, copy, { recursive: true });
    return `--job=${copy}`;
  };
  transcript.note(state);
  await transcript.changes('status');
  await transcript.changes('status --json');
  await transcript.changes('check');
  await transcript.changes('explain messages:m1');
  transcript.report();
  const to = rig.target.slice(0, 2);
  await transcript.changes('plan', rig.export, '--records-per-request=5', await start());
  await transcript.changes('run', '--app-id=another', to[1]!, '--yes', await start());
  await transcript.changes('repair --dry-run', ...to, await start());
  await transcript.changes('undo --dry-run --json', ...to, await start());
}

test('what every command states in every state of a job is as before', async () => {
  await using rig = await startRig();
  const transcript = new Transcript(rig);
  const to = [...rig.target, '--concurrency=1', '--yes'];
  const app = [rig.service.appId, ...rig.target.slice(0, 2)];
  const refused = {
    fault: 'status-before',
    status: 401,
    code: 'AUTH_ERR_APIKEY_NOT_FOUND',
  } as const;
  const state = async (name: string): Promise<void> => {
    await allThatIsStated(rig, transcript, name);
  };

  await transcript.run('plan', writeForum(rig, 6), '--records-per-request=2', '--quiet');
  await state('A plan, of which nothing was sent');
  rig.service.setFaults([{ ...refused, operation: 'dataImport.*', when: { from: 3 } }]);
  await transcript.run('run --quiet', ...to);
  await state('A run that stopped');
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      operation: 'dataImport.groups',
      share: 0.5,
      code: 'ERR_BAD_REQUEST',
    },
  ]);
  await transcript.run('run --quiet', ...to);
  await state('A run that ended, and did not send every record');
  rig.service.setFaults([{ ...refused, operation: 'dataImport.*' }]);
  await transcript.run('retry --quiet', ...to);
  await state('A retry that stopped');
  rig.service.setFaults([]);
  await transcript.run('run --quiet', ...to);
  await state('All is sent');
  await transcript.run('verify --quiet', ...rig.target.slice(0, 2));
  await state('All is sent and verified');
  rig.service.db.exec(
    "UPDATE users SET name = 'A' WHERE uid = 'ada'; DELETE FROM messages WHERE muid = 'm1'",
  );
  await transcript.run('verify --quiet', ...rig.target.slice(0, 2));
  await state('The app was changed, and verified');
  await transcript.run('repair --quiet', ...to);
  await state('The app was repaired');
  rig.service.setFaults([{ ...refused, operation: 'groups.delete' }]);
  await transcript.run('undo --quiet --yes', ...app);
  await state('An undo stopped');
  rig.service.setFaults([]);
  await transcript.run('undo --quiet --yes', ...app);
  await state('The job was undone');
  await transcript.run('run --quiet', ...to);
  await state('The job was run again after an undo');
  truncateSync(path.join(rig.job, 'ledger.sqlite'), 5000);
  await state('The ledger is damaged');
  truncateSync(path.join(rig.job, 'plan.sqlite'), 5000);
  await state('The plan is damaged');
  rmSync(path.join(rig.job, 'plan.sqlite'));
  await state('The plan is lost');

  await expect(transcript.text).toMatchFileSnapshot('transcripts/states.txt');
});
