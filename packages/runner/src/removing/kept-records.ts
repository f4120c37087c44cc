import { type Kind, memberId } from '@chatferry/contract';
import { type Batch, entryOf } from '@chatferry/planner';
import { plannedRecords } from '../comparing/planned-records.ts';
import type { BlockingRecords, SkippedRecord } from '../sending/blocked-records.ts';
import { hasOpenWork } from '../sending/open-work.ts';
import type { StepPorts } from '../sending/step-ports.ts';
import {
  type AppToRead,
  type OwnRecords,
  readForeignMembers,
  readForeignMessages,
  readForeignRelations,
} from './foreign-records.ts';
import { KeyHashes, KeySet } from './key-set.ts';

type Ports = Pick<StepPorts, 'plan' | 'ledger' | 'app' | 'stopController' | 'settings'>;

/**
 * Roles, users and groups that are not removed, because they hold records outside the plan, which would be removed with them.
 * Read shortly before the removal, because people may use the app meanwhile.
 */
export class KeptRecords implements BlockingRecords {
  readonly #causes: ReadonlyMap<string, string>;

  private constructor(causes: ReadonlyMap<string, string>) {
    this.#causes = causes;
  }

  /** Reads the records that the roles, users or groups hold, if any of these are left to be removed. */
  static async readFor(kind: Kind, ports: Ports): Promise<KeptRecords> {
    const causes = new Map<string, string>();
    const needsReading = kind === 'roles' || kind === 'users' || kind === 'groups';
    if (needsReading && (await hasOpenWork(kind, ports))) {
      const put = (id: string, cause: string): void => {
        if (!causes.has(id) && !ports.settings.removesHolder(kind, id)) causes.set(id, cause);
      };
      if (kind === 'roles') await readUsersOfRoles(ports, put);
      else await readHeld(kind, ports, put);
    }
    return new KeptRecords(causes);
  }

  /** The records of a batch that are kept, by position. */
  async in(batch: Batch, positions: readonly number[]): Promise<Map<number, SkippedRecord>> {
    const skips = new Map<number, SkippedRecord>();
    if (this.#causes.size === 0) return skips;
    for (const position of positions) {
      const cause = this.#causes.get(entryOf(batch, position).id);
      if (cause === undefined) continue;
      const message = `It holds ${cause}, which is not among the records to be removed.`;
      skips.set(position, { cause, trouble: { code: 'HOLDS_OTHER_RECORDS', message } });
    }
    return skips;
  }
}

/** @param put called with the id of the user or group, and one of the records that it holds */
async function readHeld(
  kind: 'users' | 'groups',
  ports: Ports,
  put: (id: string, cause: string) => void,
): Promise<void> {
  const {
    plan,
    app: { reader: client },
    stopController,
  } = ports;
  const signal = stopController.finishing;
  const app: AppToRead = {
    client,
    own: await plannedAsOwn(kind, ports),
    onForeign: (_, id, record) => put(id, record),
    signal,
  };
  await readForeignMessages(app);
  await readForeignMembers(app, kind === 'users');
  if (kind === 'users') await readForeignRelations(app, idsOf(plan, kind, signal));
}

/** The records that the plan removes; of users and groups only the given kind, because this step does not remove the other kind. */
async function plannedAsOwn(
  kind: 'users' | 'groups',
  { plan, stopController, settings }: Ports,
): Promise<OwnRecords> {
  const signal = stopController.finishing;
  const setOf = async (of: Kind, field?: string): Promise<KeySet> => {
    const hashes = new KeyHashes(plan.summary.kinds[of].planned);
    for await (const records of plannedRecords({ plan, kind: of, signal }))
      for (const { id, record } of records)
        hashes.add(field === undefined ? id : (record()[field] as string));
    return new KeySet(hashes);
  };
  const holders = await setOf(kind);
  const messages = [await setOf('messages', 'id'), await setOf('replies', 'id')];
  const members = await setOf('members');
  const relations = { friends: await setOf('friends'), blocks: await setOf('blocks') };
  return {
    hasUser: (uid) => kind === 'users' && holders.has(uid),
    hasGroup: (guid) => kind === 'groups' && holders.has(guid),
    isOwnMessage: ({ id }) => messages.some((ids) => ids.has(id)),
    isOwnMember: (guid, { uid }) => members.has(memberId(guid, uid)),
    isOwnRelation: (of, id) => relations[of].has(id) || settings.goesWithHolder(of, id),
  };
}

async function* idsOf(
  plan: StepPorts['plan'],
  kind: Kind,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const records of plannedRecords({ plan, kind, signal }))
    for (const { id } of records) yield id;
}

/** A role that a user has is kept: the service has no other role for that user. */
async function readUsersOfRoles(
  { plan, app: { reader }, stopController }: Ports,
  put: (id: string, cause: string) => void,
): Promise<void> {
  for await (const role of idsOf(plan, 'roles', stopController.finishing)) {
    const query = { roles: [role], withDeactivated: true as const, perPage: 1 };
    for await (const { uid } of reader.list('users.list', { query })) {
      put(role, `users:${uid}`);
      break;
    }
  }
}
