import { expect, test } from 'vitest';
import { anHourAgo } from './support/forum.ts';
import { startRig } from './support/rig.ts';

test('limits in the configuration replace those of the service, and the plan follows a change of them', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\nann,Ann\nbob,Bob\ncy,Cy\n');
  const groups = rig.write('groups.csv', 'guid,name,type\ng,G,public\nh,H,public\n');
  const joined = anHourAgo - 300;
  const members = rig.write(
    'members.csv',
    `guid,uid,joinedAt\ng,ann,${joined + 3}\ng,bob,${joined + 1}\ng,cy,${joined + 2}\nh,bob,${joined}\n`,
  );
  const files = [users, groups, members];
  const planWith = async (limits: string): Promise<string> => {
    rig.write('chatferry.yaml', limits);
    const { out, err } = await rig.cli(['plan', ...files, `--config=${rig.folder}/chatferry.yaml`]);
    return out + err;
  };
  const rejects = (): string[] =>
    rig
      .inJob('rejects.jsonl')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { code: string; line: number; message: string })
      .map(({ code, line, message }) => `${code} ${line} ${message}`);

  await planWith('');
  expect(rejects()).toEqual([]);

  const out = await planWith('limits: { membersPerGroup: 2 }\n');
  expect(rejects()).toEqual([expect.stringMatching(/^group-full 2 .*at most 2/)]);
  expect(out).toContain('limits: { membersPerGroup: N }');

  await planWith('limits: { groupsPerUser: 1 }\n');
  expect(rejects()).toEqual([expect.stringMatching(/^too-many-groups 3 .*at most 1/)]);

  expect(await planWith('limits: { membersPerGroup: 0 }\n')).toContain('membersPerGroup');
});
