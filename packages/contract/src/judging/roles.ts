import { byKind, type Kind, kinds } from '../kinds/kinds.ts';
import { eachDetails } from '../kinds/detail-fields.ts';
import type { Row } from '../values/row.ts';

const roleFields = byKind((kind) => kinds[kind].references.find(({ to }) => to === 'roles')?.field);

/**
 * Reports each role that a valid record needs: the user's own role, or the roles of users inside the record. The service refuses a user
 * whose role does not exist.
 */
export function rolesOf(kind: Kind, record: Row, report: (role: string) => void): void {
  reportRole(kind, record, report);
  eachDetails(kind, record, (details, of) => reportRole(of, details, report));
}

function reportRole(kind: Kind, record: Row, report: (role: string) => void): void {
  const field = roleFields[kind];
  if (field === undefined) return;
  const role = record[field];
  if (typeof role === 'string') report(role);
}
