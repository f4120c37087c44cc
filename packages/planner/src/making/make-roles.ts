import { idHash } from '@chatferry/contract';
import type { IdMap } from '../ids/id-map.ts';
import type { MadeRecords } from './made-records.ts';
import type { NeededRoles } from './needed-roles.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';
import type { Rejects } from '../notes/rejects.ts';
import { DEFAULT_ROLE } from './role-limit.ts';
import { countMade, type RowTally } from '../notes/row-tally.ts';

interface RoleSources {
  readonly idMap: IdMap;
  readonly referenceIndex: ReferenceIndex;
  readonly rejects: Rejects;
  readonly tally: RowTally;
}

/** Makes the roles that users have and that have no row, most used first. Roles above the limit are rejected. */
export function makeRoles(
  needed: NeededRoles,
  records: MadeRecords,
  { idMap, referenceIndex, rejects, tally }: RoleSources,
): void {
  for (const { role, origin } of needed.list(idMap)) {
    const hash = idHash(role);
    if (role === DEFAULT_ROLE || referenceIndex.has('roles', hash)) continue;
    const problem = needed.limit.problemOf(role);
    if (problem === undefined) {
      records.make('roles', hash, role, { role }, origin);
      needed.noteMade(role);
      continue;
    }
    tally.rows++;
    countMade(tally, 'createRoles', 1);
    const row = JSON.stringify({ role });
    rejects.add({ kind: 'roles', id: role, origin, found: [{ problem }], row });
  }
}
