import type { Row } from '@chatferry/contract';
import { text, wholeNumber } from '../reading/values.ts';
import type { ExportRows } from '../rows/export-rows.ts';
import type { Realm, TableRow } from './realm.ts';
import { muidOf } from './ids.ts';
import type { ZulipUsers } from './users.ts';

/** The reactions of an export by their messages. They are in another file than the messages. */
export class ZulipReactions {
  readonly #byMessage = new Map<number, TableRow[]>();

  add(realm: Realm, users: ZulipUsers, out: ExportRows): void {
    for (const reaction of realm.rows('zerver_reaction')) {
      out.count('reactions');
      const [message, user] = [
        wholeNumber(reaction.row['message']),
        wholeNumber(reaction.row['user_profile']),
      ];
      if (user !== undefined) users.addId(user, reaction.place);
      if (message === undefined) leaveOut(reaction, 'there is no message', out);
      else {
        const known = this.#byMessage.get(message);
        if (known === undefined) this.#byMessage.set(message, [reaction]);
        else known.push(reaction);
      }
    }
  }

  /** Writes the reactions to a message. @param isFiltered whether the message is not carried */
  write(
    message: number,
    isFiltered: boolean,
    canReact: (user: number) => boolean,
    out: ExportRows,
  ): void {
    const reactions = this.#byMessage.get(message) ?? [];
    this.#byMessage.delete(message);
    for (const reaction of reactions) {
      const user = wholeNumber(reaction.row['user_profile']);
      if (isFiltered) leaveOut(reaction, 'the message is filtered', out);
      // The service refuses reactions of others.
      else if (user !== undefined && !canReact(user))
        leaveOut(reaction, 'the user is not a member of the group', out);
      else
        out.row('reactions', reaction.place, {
          muid: muidOf(message),
          ...(user === undefined ? {} : { uid: String(user) }),
          reaction: emojiOf(reaction.row),
        });
    }
  }

  /** Lists the reactions to messages that the export does not contain. */
  leaveOutOthers(out: ExportRows): void {
    for (const reactions of this.#byMessage.values())
      for (const reaction of reactions) leaveOut(reaction, 'the message is not in the export', out);
  }
}

/** The characters of an emoji of Unicode; the name of another one. */
function emojiOf(reaction: Row): string {
  const code = text(reaction['emoji_code']) ?? '';
  if (
    reaction['reaction_type'] === 'unicode_emoji' &&
    /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/.test(code)
  )
    return String.fromCodePoint(
      ...code.split('-').map((each) => Math.min(parseInt(each, 16), 0x10_ff_ff)),
    );
  return `:${text(reaction['emoji_name']) ?? 'emoji'}:`;
}

function leaveOut({ row, place }: TableRow, reason: string, out: ExportRows): void {
  const { message, user_profile: user, emoji_name: emoji } = row;
  out.leaveOut('reactions', reason, place, { message, user, emoji });
}
