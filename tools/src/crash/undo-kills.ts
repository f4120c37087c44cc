import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@chatferry/client';
import type { FaultRule } from '@chatferry/local-service';
import { allBulkKinds, writeExport } from '../generate/write-export.ts';
import { Random } from '../generate/random.ts';
import { ServiceProcess, type ServiceTarget } from '../processes/service-process.ts';
import { appContent, contentMistakes } from './app-content.ts';
import { type Moment, runImporter } from './importer.ts';
import { forumOf, notDone, type RoundOptions, type RoundResult } from './round.ts';
import { runUntilDone } from './run-until-done.ts';

/** Kinds in the order of their removal. An undo is killed soon after it starts one of them. */
const phases = [
  'deactivations',
  'blocks',
  'friends',
  'reactions',
  'replies',
  'messages',
  'members',
  'groups',
  'users',
  'roles',
] as const;

/**
 * Imports into an app that holds other records, and undoes the import, with kills at random moments and faults in the given share of the
 * requests. The app must then hold the same as before, and the job can be imported and undone again.
 */
export async function undoKills(
  folder: string,
  { seed, faultShare, messages, killsLeft }: RoundOptions,
): Promise<RoundResult> {
  const random = new Random(seed);
  const size = forumOf(
    { seed, messages },
    { users: 40, groups: 6, memberships: 80, deactivatedEvery: 3 },
  );
  mkdirSync(folder, { recursive: true });
  const input = path.join(folder, 'export');
  writeExport(input, size, 'ndjson', allBulkKinds);
  await using service = new ServiceProcess(folder);
  let target = await service.start([]);
  await addOthers(target);
  using db = new DatabaseSync(service.db, { timeout: 5000 });
  const before = appContent(db);
  const job = path.join(folder, 'job');

  let kills = 0;
  for (let round = 0; round < 2; round++) {
    const imported = await runImporter({ input, job, target });
    const notImported = notDone('import', imported);
    if (notImported.length > 0) return { kills, serviceKills: 0, mistakes: notImported };
    await service.kill();
    target = await service.start(faultsAt(faultShare, seed * 10 + round));
    const undone = await runUntilDone(
      { input, job, target, command: 'undo' },
      {
        most: killsLeft - kills,
        moment: () => momentOf(random),
        // 1 and 3: faults outlasted the attempts to remove a record, or to read the app.
        isDone: ({ status }) => status !== 1 && status !== 3,
      },
    );
    kills += undone.kills;
    const notUndone = notDone('undo', undone.ending);
    if (notUndone.length > 0) return { kills, serviceKills: 0, mistakes: notUndone };
    await service.kill();
    target = await service.start([]);
    const found = contentMistakes(before, appContent(db));
    if (existsSync(path.join(job, 'ledger.sqlite'))) found.push('The ledger was not set aside.');
    if (found.length > 0) return { kills, serviceKills: 0, mistakes: found };
  }
  return { kills, serviceKills: 0, mistakes: [] };
}

/** Adds users, a group and a message that are not in the export. */
async function addOthers(target: ServiceTarget): Promise<void> {
  await using client = createClient(target);
  for (const uid of ['before-a', 'before-b'])
    await client.call('users.create', { body: { uid, name: uid } });
  await client.call('groups.create', {
    body: { guid: 'before-g', name: 'Before', type: 'public', owner: 'before-a' },
  });
  const live = { category: 'message', type: 'text', data: { text: 'Before' } } as const;
  await client.call('messages.send', {
    onBehalfOf: 'before-a',
    body: { ...live, receiver: 'before-b', receiverType: 'user', muid: 'before-m' },
  });
}

function faultsAt(share: number, seed: number): FaultRule[] {
  const faults: FaultRule[] = [
    { fault: 'status-before', status: 500 },
    { fault: 'status-after', status: 503, code: 'ERR_OPERATION_FAILED' },
    { fault: 'html', status: 502 },
    { fault: 'reset-before' },
    { fault: 'reset-after' },
    { fault: 'cut-off' },
    { fault: 'rate-limit', seconds: 0 },
  ];
  const probability = share / faults.length;
  return faults.map((rule, index) => ({ ...rule, when: { probability }, seed: seed * 10 + index }));
}

/** The moment is while the undo reads the app, or soon after it begins to remove a kind. */
function momentOf(random: Random): Moment {
  if (random.chance(0.25)) return { after: 'start', ms: random.between(300, 2500) };
  return { after: phases[random.between(0, phases.length - 1)]!, ms: random.between(0, 400) };
}
