import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

type Shown = Record<
  | 'baseUrl'
  | 'callsBaseUrl'
  | 'managementBaseUrl'
  | 'appId'
  | 'apiKey'
  | 'managementKey'
  | 'managementSecret',
  string
>;

async function serving(rig: Rig, ...options: string[]) {
  const command = rig.spawn(['serve', '--port=0', '--db=:memory:', ...options]);
  await command.until(() => command.out.includes('\n') && !command.out.endsWith(' '));
  return { command, shown: () => JSON.parse(command.out) as Shown };
}

test('a configuration with a region is rehearsed against a service without one', async () => {
  await using rig = await startRig();
  const { command, shown } = await serving(rig, '--json');
  const { baseUrl, appId, apiKey } = shown();
  rig.write('users.csv', 'uid,name\nada,Ada\n');
  const config = rig.write('chatferry.yaml', 'region: eu\n');
  const args = [`--config=${config}`, `--app-id=${appId}`, `--base-url=${baseUrl}`];

  const env = { CHATFERRY_API_KEY: apiKey };
  const sent = await rig.cli(['import', `${rig.folder}/users.csv`, ...args], { env });
  command.child.kill('SIGINT');
  await command.ended();

  expect(sent.status).toBe(0);
});

test('a service of one region refuses callers who name another', async () => {
  await using rig = await startRig();
  const { command, shown } = await serving(rig, '--json', '--region=eu');
  const { baseUrl, apiKey } = shown();

  const status = async (region: string): Promise<number> =>
    (await fetch(`${baseUrl}/users`, { headers: { apikey: apiKey, region } })).status;
  const found = [await status('eu'), await status('us')];
  command.child.kill('SIGINT');
  await command.ended();

  expect(found).toEqual([200, 401]);
});

test('without a quota for imports, the chat endpoints have none either', async () => {
  await using rig = await startRig();
  const { command, shown } = await serving(rig, '--requests-per-minute=unlimited', '--json');
  await command.until(() => command.out.includes('baseUrl'));
  const { baseUrl, apiKey } = shown();

  const { status, headers } = await fetch(`${baseUrl}/users`, { headers: { apikey: apiKey } });
  command.child.kill('SIGINT');
  await command.ended();

  expect(status).toBe(200);
  expect(headers.get('x-ratelimit-limit')).toBeNull();
});

test('all three addresses are printed, each with what opens it, and the command for a rehearsal', async () => {
  await using rig = await startRig();
  const { command } = await serving(rig, '--region=eu', '--requests-per-minute=100');
  await command.until(() => command.out.includes('Ctrl-C stops it'));
  const rehearsal = /^ +(\S*chatferry import .*)$/m.exec(command.out)![1]!;
  const [chat, calls, management] = command.out.match(/http:\S+/g)!;
  const [, key, secret] = /key (\w+), secret (\w+)/.exec(command.out)!;
  const apikey = /^ {2}key +(\w+)$/m.exec(command.out)![1]!;

  const statuses = [
    (await fetch(`${chat}/users`, { headers: { apikey } })).status,
    (await fetch(`${calls}/calls`, { headers: { apikey } })).status,
    (await fetch(`${management}/apps`, { headers: { key: key!, secret: secret! } })).status,
  ];
  command.child.kill('SIGINT');
  await command.ended();

  expect(statuses).toEqual([200, 200, 200]);
  expect(rehearsal.split(' --').slice(1).toSorted()).toEqual([
    'app-id local-app',
    `base-url ${chat}`,
    'job rehearsal',
    'region eu',
    'requests-per-minute 100',
  ]);
});
