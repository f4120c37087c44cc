import type { Rig } from './rig.ts';

/** A role that is there when a run lists the roles of the app, and gone when the users who have it are sent. */
export function addPassingRole(rig: Rig, role: string): void {
  rig.service.seed({ roles: [{ role }] });
  const listed = rig.service.requests.filter(isList).length;
  const look = (): void => {
    if (rig.service.requests.filter(isList).length === listed) setImmediate(look).unref();
    else rig.service.db.exec(`DELETE FROM roles WHERE role = '${role}'`);
  };
  look();
}

function isList({ operation }: { readonly operation?: string | undefined }): boolean {
  return operation === 'roles.list';
}
