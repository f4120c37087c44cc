import { DAMAGED } from './absent.ts';
import { DAY, type Forum, type ForumUser } from './forum-records.ts';
import { merged, rejected, type SampleRow, warned } from './sample-row.ts';

/** What goes wrong in an export of users. */
export function userMistakes({ users }: Forum, today: number): SampleRow<ForumUser>[] {
  const createdAt = today - 300 * DAY;
  const early = users.filter((user) => /^[a-z-]+$/.test(user.uid));
  const [twice, again, renamed, twin] = [early[3]!, early[11]!, early[20]!, early[30]!];
  return [
    { row: twice, finding: merged(`${twice.uid} a second time, word for word`) },
    {
      row: { uid: 'no-name', name: '', createdAt },
      finding: rejected('no name', 'missing-field'),
    },
    {
      row: { ...renamed, name: `${renamed.name} (new account)` },
      finding: rejected(`${renamed.uid} again, with another name`, 'duplicate-id'),
    },
    {
      row: { ...twin, uid: upperCase(twin.uid), name: 'Somebody Else', createdAt },
      finding: rejected(
        `${upperCase(twin.uid)} becomes ${twin.uid}, who is another person`,
        'id-collision',
      ),
    },
    {
      raw: `curly-cole,Curly Cole,,${createdAt},,"{""quarter"": ""Mill Lane"",}",,,`,
      finding: warned('a comma too many in the JSON of metadata', 'field-dropped'),
    },
    {
      raw: `petra-novak-2,Novak, Petra,,${createdAt},,,,,`,
      finding: rejected('a name with a comma that is not quoted', 'wrong-column-count'),
    },
    {
      raw: Buffer.from(`${DAMAGED},J\u00fcrgen Kraus,,${createdAt},,,,,`, 'latin1'),
      finding: rejected('ü as Latin-1 in a UTF-8 file', 'broken-encoding'),
    },
    { row: again, finding: merged(`${again.uid} a second time, word for word`) },
    {
      row: {
        uid: 'long-story',
        name: 'Lonneke Story',
        createdAt,
        metadata: { biography: 'It began on a rainy Tuesday. '.repeat(220) },
      },
      finding: warned('a biography of 6 KB in metadata', 'field-dropped'),
    },
    {
      row: {
        uid: 'full-title',
        name: `Dr. Dr. h. c. ${'Maximilian '.repeat(9)}von und zu Lind`,
        createdAt,
      },
      finding: rejected('a name of more than 100 characters', 'too-long'),
    },
    {
      row: { uid: 'www-wanda', name: 'Wanda Weir', avatar: 'www.example.org/me.jpg', createdAt },
      finding: warned('an avatar without https://', 'field-dropped'),
    },
    {
      row: { uid: 'milli-meyer', name: 'Milli Meyer', createdAt: createdAt * 1000 + 417 },
      finding: rejected('createdAt in milliseconds', 'milliseconds'),
    },
    {
      row: { uid: 'marty-mcfee', name: 'Marty McFee', createdAt: today + 3000 * DAY },
      finding: rejected('created in the future', 'future-time'),
    },
  ];
}

/** `mara-lind` with capitals. */
function upperCase(uid: string): string {
  return uid.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
