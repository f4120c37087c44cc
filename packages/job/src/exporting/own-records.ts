import { blockId, completeRow, type Kind, memberId } from '@chatferry/contract';
import { linesInFile } from '@chatferry/disk';
import { entryOf, type Plan } from '@chatferry/planner';
import type { ExportFolder } from './export-folder.ts';
import type { ExportedKind } from '../folder/export-files.ts';
import type { ExportLedger } from './export-ledger.ts';
import { pairId } from './exported-people.ts';

/** The pass of records that a job has imported. */
export const OF_JOB = -1;

/** The kinds of a plan, with their kinds in an export. An export has replies as messages. */
const kindsOfPlan: readonly (readonly [Kind, ExportedKind])[] = [
  ['roles', 'roles'],
  ['users', 'users'],
  ['groups', 'groups'],
  ['members', 'members'],
  ['messages', 'messages'],
  ['replies', 'messages'],
  ['reactions', 'reactions'],
  ['friends', 'friends'],
  ['blocks', 'blocks'],
];

/** Makes the key in a plan of a relation, which an export has under both ids. */
const keyOf: Readonly<Partial<Record<ExportedKind, (one: string, other: string) => string>>> = {
  members: memberId,
  friends: (uid, friend) => {
    const row: Record<string, unknown> = { uid, friend };
    completeRow('friends', row);
    return row['friendshipId'] as string;
  },
  blocks: blockId,
};

/** Marks all records with the id of a record that the job, or a job before it, has imported. */
export async function markOwn(
  folder: ExportFolder,
  ledger: ExportLedger,
  plan: Plan,
  signal: AbortSignal,
): Promise<void> {
  for (const [kind, makeKey] of Object.entries(keyOf) as [ExportedKind, typeof memberId][])
    fillKeys(ledger, kind, makeKey);
  for (const [kind, exported] of kindsOfPlan) {
    signal.throwIfAborted();
    const isPair = keyOf[exported] !== undefined;
    const sql = isPair
      ? `UPDATE ${exported} SET pass = ${OF_JOB} WHERE id = (SELECT id FROM pairs WHERE kind = '${exported}' AND key = ?)`
      : `UPDATE ${exported} SET pass = ${OF_JOB} WHERE id = ?`;
    for (const id of idsOf(plan, kind)) {
      ledger.run(sql, id);
      if (exported === 'messages') ledger.run('UPDATE deleted SET is_own = 1 WHERE muid = ?', id);
    }
  }
  await markOwners(folder, ledger);
}

function fillKeys(ledger: ExportLedger, kind: ExportedKind, makeKey: typeof memberId): void {
  for (const { id } of ledger.all(`SELECT id FROM ${kind}`) as { id: string }[]) {
    const [one, other] = id.split(' ') as [string, string];
    ledger.run('INSERT OR REPLACE INTO pairs VALUES (?, ?, ?)', kind, makeKey(one, other), id);
  }
}

function* idsOf(plan: Plan, kind: Kind): Generator<string, void> {
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches(kind, lane))
      for (let index = 0; index < batch.records; index++) yield entryOf(batch, index).id;
  for (const { ids } of plan.landed.parts(kind)) yield* ids;
}

/** Marks the memberships of the owners of imported groups: an owner is a member. */
async function markOwners(folder: ExportFolder, ledger: ExportLedger): Promise<void> {
  for await (const line of linesInFile(folder.fileOf('groups'))) {
    if (line === '') continue;
    const { guid, owner } = JSON.parse(line) as { guid: string; owner?: string };
    if (owner === undefined || ledger.known('groups', guid)?.pass !== OF_JOB) continue;
    ledger.run(`UPDATE members SET pass = ${OF_JOB} WHERE id = ?`, pairId(guid, owner));
  }
}
