import { column } from '@chatferry/contract';
import { CountBounds } from '../storage/count-bounds.ts';

/** Upper bounds for the memberships of each group and of each user, by hash. Bans and repeated rows count too. */
export class MembershipBounds {
  readonly ofGroup: CountBounds = new CountBounds();
  readonly ofUser: CountBounds = new CountBounds();

  /** Counts the membership whose columns begin at `at`. */
  add(columns: Float64Array, at: number): void {
    this.ofGroup.add(columns[at + column.group]!);
    this.ofUser.add(columns[at + column.user]!);
  }
}
