import { type Kind, type Origin, type RecordBlock, rolesOf } from '@chatferry/contract';
import type { NeededRole } from '../plan/plan-summary.ts';
import type { IdMap } from '../ids/id-map.ts';
import { fieldsOf } from '../spool/wire.ts';
import { RoleLimit } from './role-limit.ts';

/** A role that users of the plan have. */
interface RoleOfUsers {
  users: number;
  /** The first row with a user who has the role. */
  readonly origin: Origin;
}

/** The roles of the planned users. */
export class NeededRoles {
  /** Counts the planned roles against the limit. */
  readonly limit: RoleLimit = new RoleLimit();
  readonly #roles = new Map<string, RoleOfUsers>();
  readonly #made = new Set<string>();

  /** Adds the roles of all records of a block. */
  add({ roles, file }: Pick<RecordBlock, 'roles' | 'file'>): void {
    for (const [role, { users, line }] of roles) {
      const known = this.#roles.get(role);
      if (known === undefined) this.#roles.set(role, { users, origin: { file, line } });
      else known.users += users;
    }
  }

  /** Subtracts a counted record that will not be planned. */
  drop(kind: Kind, wire: Uint8Array): void {
    if (this.#roles.size === 0) return;
    rolesOf(kind, fieldsOf(wire), (role) => {
      const known = this.#roles.get(role);
      if (known !== undefined) known.users--;
    });
  }

  /** Notes that the plan makes a role without a row. */
  noteMade(role: string): void {
    this.#made.add(role);
  }

  isMade(role: string): boolean {
    return this.#made.has(role);
  }

  /** The roles, most used first. */
  list(idMap: IdMap): (NeededRole & { readonly origin: Origin })[] {
    return [...this.#roles]
      .filter(([, { users }]) => users > 0)
      .map(([role, { users, origin }]) => ({
        role,
        name: idMap.firstLegacy('roles', role),
        users,
        origin,
      }))
      .toSorted((a, b) => b.users - a.users || (a.role < b.role ? -1 : 1));
  }
}
