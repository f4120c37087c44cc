/** Changes that make no difference. `docs/commands.md` lists the same. */
export const countsAsSame = {
  keys: 'keys in another order',
  tags: 'tags in another order',
  empty: '`{}`, `[]` and absent',
  numbers: 'quoted and plain numbers with the same digits',
  none: 'the role `default` and none, the scope `participant` and none',
  filledIn: 'any name of a role that was sent without one',
  receipts: 'a later `deliveredAt` or `readAt`',
  reHosted:
    'an attachment at an address of the service, with the same name, type and extension: it is counted as re-hosted',
  added: 'keys of an attachment that were not sent',
  notSent: 'fields and keys of `data` that were not sent',
  oneList: 'a friendship that only the list of one of the two users shows',
  computed:
    'what the service computes: `statusMessage`, `membersCount`, `updatedAt`, `editedAt`, the times of bans, friends and blocks',
} as const;
