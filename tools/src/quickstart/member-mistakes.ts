import { DAMAGED, GONE, GROUP_OF_GONE, NO_GROUP } from './absent.ts';
import { DAY, type Forum, type ForumMember } from './forum-records.ts';
import { merged, rejected, type SampleRow } from './sample-row.ts';

/** What goes wrong in an export of memberships. */
export function memberMistakes(
  { users, groups, members }: Forum,
  today: number,
): SampleRow<ForumMember>[] {
  const guid = groups[6]!.guid;
  const joinedAt = today - 200 * DAY;
  const outside = users.filter(
    ({ uid, createdAt, deactivatedAt }) =>
      createdAt < joinedAt &&
      deactivatedAt === undefined &&
      !members.some((member) => member.guid === guid && member.uid === uid),
  );
  const uids = outside.map((user) => user.uid);
  const [twice, again] = [members[40]!, members[41]!];
  const changed = members.find((member) => member.scope === 'moderator')!;
  return [
    { row: twice, finding: merged(`${twice.uid} in ${twice.guid} a second time`) },
    {
      row: { guid, uid: uids[0]!, scope: 'participant', joinedAt: joinedAt * 1000 },
      finding: rejected('joinedAt in milliseconds', 'milliseconds'),
    },
    {
      row: { guid, uid: uids[1]!, scope: 'participant', joinedAt: today - 2500 * DAY },
      finding: rejected('joined before the group was created', 'joined-too-early'),
    },
    {
      row: { guid, uid: uids[2]!, scope: 'owner', joinedAt },
      finding: rejected('a scope the service does not know', 'bad-value'),
    },
    {
      raw: `${guid};${uids[3]};participant;maybe;${joinedAt}`,
      finding: rejected('isBanned is "maybe"', 'bad-boolean'),
    },
    {
      raw: `${guid};${uids[4]};participant;;${joinedAt};;;`,
      finding: rejected('three cells too many', 'wrong-column-count'),
    },
    {
      raw: `${guid};${uids[5]};participant;;17 March`,
      finding: rejected('joinedAt is "17 March"', 'bad-time'),
    },
    {
      row: { guid, uid: DAMAGED, scope: 'participant', joinedAt },
      finding: rejected(`${DAMAGED}, whose row in the users is damaged`, 'missing-user'),
    },
    {
      row: { guid: 'allotments', uid: DAMAGED, scope: 'participant', joinedAt },
      finding: rejected(`${DAMAGED}, whose row in the users is damaged`, 'missing-user'),
    },
    {
      row: { guid: 'wood-shop', uid: GONE, scope: 'participant', joinedAt },
      finding: rejected(`${GONE}, who is not in the users`, 'missing-user'),
    },
    {
      row: { guid: GROUP_OF_GONE, uid: uids[6]!, scope: 'participant', joinedAt },
      finding: rejected(`${GROUP_OF_GONE}, which falls with its owner`, 'missing-group'),
    },
    {
      row: { guid: GROUP_OF_GONE, uid: uids[7]!, scope: 'participant', joinedAt },
      finding: rejected(`${GROUP_OF_GONE}, which falls with its owner`, 'missing-group'),
    },
    {
      row: { guid: NO_GROUP, uid: uids[8]!, scope: 'participant', joinedAt },
      finding: rejected(`${NO_GROUP}, which is not in the groups`, 'missing-group'),
    },
    {
      row: { ...changed, scope: 'admin' },
      finding: rejected(
        `${changed.uid} in ${changed.guid} again, with another scope`,
        'duplicate-id',
      ),
    },
    { row: again, finding: merged(`${again.uid} in ${again.guid} a second time`) },
    {
      row: { guid, uid: uids[9]!, scope: 'participant', joinedAt: today + 3000 * DAY },
      finding: rejected('joined in the future', 'future-time'),
    },
  ];
}
