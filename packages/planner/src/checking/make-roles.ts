import { idHash } from '@chatferry/contract';
import type { MadeRecords } from './made-records.ts';
import type { NeededRoles } from './needed-roles.ts';
import type { ReferenceIndex } from './reference-index.ts';

/** Every app has it. */
const DEFAULT_ROLE = 'default';

/** Makes the roles that users have and no row has. */
export function makeRoles(
  needed: ReturnType<NeededRoles['list']>,
  referenceIndex: ReferenceIndex,
  made: MadeRecords,
): void {
  for (const { role, origin } of needed) {
    const hash = idHash(role);
    if (role === DEFAULT_ROLE || referenceIndex.has('roles', hash)) continue;
    made.make('roles', hash, role, { role }, origin);
  }
}
