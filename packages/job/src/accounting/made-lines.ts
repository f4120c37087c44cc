import { count, type Kind, kinds, kindsInOrder } from '@chatferry/contract';

/** The names of the made records of a kind, by the setting or field that makes them. */
const words: Readonly<Record<string, readonly [one: string, many: string, how: string]>> = {
  onMissingUser: ['missing user', 'missing users', 'created as placeholders'],
  onMissingGroup: ['missing group', 'missing groups', 'created as placeholders'],
  senderNotMember: ['membership', 'memberships', 'of senders added'],
  tooLong: ['message', 'messages', 'made by splitting texts that were too long'],
  createRoles: ['role', 'roles', 'created because users have them'],
  description: ['group description', 'group descriptions', 'made from description of groups'],
  'data.metadata.parentMuid': ['reply', 'replies', 'sent in their threads'],
  deactivatedAt: ['deactivation', 'deactivations', 'made from deactivatedAt of users'],
};

/** The settings that make records of several kinds. */
const hows: Readonly<Record<string, string>> = {
  after: 'of what has changed since an earlier job',
};

/** Reports how many counted rows come from no input, and which setting or field makes them; empty when there are none. */
export function madeLines(
  counts: Readonly<Partial<Record<Kind, { readonly madeBy: Readonly<Record<string, number>> }>>>,
): string[] {
  const made = kindsInOrder.flatMap((kind) =>
    Object.entries(counts[kind]?.madeBy ?? {}).map(([rule, records]) => {
      const [one, many, how] = words[rule] ?? [
        ...kinds[kind].nouns,
        hows[rule] ?? `made by ${rule}`,
      ];
      return { what: `${count(records)} ${records === 1 ? one : many}`, how };
    }),
  );
  // When consecutive kinds are made in the same way, only the last states it.
  const parts = made.map(({ what, how }, index) =>
    made[index + 1]?.how === how ? what : `${what} ${how}`,
  );
  return parts.length === 0 ? [] : [`Counted as rows: ${parts.join(', ')}.`];
}
