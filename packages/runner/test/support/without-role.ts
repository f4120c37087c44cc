import type { RunEvent } from '../../src/index.ts';
import type { Rig } from './rig.ts';
import { town } from './rows.ts';

/** One user has a role that the app lacks: the service refuses the user until the role exists. */
export function townWithoutRole(): ReturnType<typeof town> {
  const rows = town(6, 30);
  return {
    ...rows,
    users: rows.users!.map((user) => (user['uid'] === 'u1' ? { ...user, role: 'elder' } : user)),
  };
}

export function addRole(rig: Rig): void {
  rig.service.seed({ roles: [{ role: 'elder', name: 'Elder' }] });
}

/** Runs the job with a role that exists during the preflight, and not when the user is sent. */
export async function runWithoutRole(rig: Rig): ReturnType<Rig['run']> {
  addRole(rig);
  const onEvent = ({ type }: RunEvent): void => {
    if (type === 'preflight-finished')
      rig.service.db.exec("DELETE FROM roles WHERE role = 'elder'");
  };
  return await rig.run({}, { onEvent });
}
