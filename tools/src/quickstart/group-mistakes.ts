import { GONE, GROUP_OF_GONE } from './absent.ts';
import { DAY, type Forum, type ForumGroup } from './forum-records.ts';
import { rejected, type SampleRow } from './sample-row.ts';

/** What goes wrong in an export of groups. */
export function groupMistakes({ users }: Forum, today: number): SampleRow<ForumGroup>[] {
  const createdAt = today - 350 * DAY;
  const owner = users[5]!.uid;
  return [
    {
      row: { guid: 'secret-santa', name: 'Secret Santa', type: 'secret', owner, createdAt },
      finding: rejected('a type the service does not know', 'bad-value'),
    },
    {
      row: { guid: 'treasury', name: 'Treasury', type: 'password', owner, createdAt },
      finding: rejected('a password group without its password', 'missing-password'),
    },
    {
      raw: '"TODO: ask Wanda about the old boards"',
      finding: rejected('a note where a group should be', 'not-an-object'),
    },
    {
      row: { guid: GROUP_OF_GONE, name: 'Late shift', type: 'public', owner: GONE, createdAt },
      finding: rejected(`owned by ${GONE}, who is not in the users`, 'missing-user'),
    },
  ];
}
