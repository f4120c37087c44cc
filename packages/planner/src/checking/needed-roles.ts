import { type Kind, rolesOf } from '@chatferry/contract';
import type { NeededRole } from '../plan/plan-summary.ts';
import type { IdMap } from './id-map.ts';
import { fieldsOf } from '../spool/wire.ts';

/** Counts the roles of the users that are planned. */
export class NeededRoles {
  readonly #users = new Map<string, number>();

  /** @param roles of all records of a block */
  add(roles: ReadonlyMap<string, number>): void {
    for (const [role, users] of roles) this.#count(role, users);
  }

  /** Subtracts a counted record that will not be planned. */
  drop(kind: Kind, wire: Uint8Array): void {
    if (this.#users.size > 0) rolesOf(kind, fieldsOf(wire), (role) => this.#count(role, -1));
  }

  /** The most used roles first. */
  list(idMap: IdMap): NeededRole[] {
    return [...this.#users]
      .filter(([, users]) => users > 0)
      .map(([role, users]) => ({ role, name: idMap.firstLegacy('roles', role), users }))
      .toSorted((a, b) => b.users - a.users || (a.role < b.role ? -1 : 1));
  }

  #count(role: string, users: number): void {
    this.#users.set(role, (this.#users.get(role) ?? 0) + users);
  }
}
