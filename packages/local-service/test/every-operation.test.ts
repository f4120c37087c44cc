import { type Operation, type OperationName, operations } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const names = Object.keys(operations) as OperationName[];

test('every operation of the contract is answered, and requires a key', async () => {
  await using rig = await startRig();

  const answers = await Promise.all(
    names.map(async (name) => {
      const operation: Operation = operations[name];
      const none = { apikey: '', key: '' };
      const { status } = await rig.call(name, { path: anyPath(operation.path), headers: none });
      return [name, status];
    }),
  );

  expect(answers).toEqual(names.map((name) => [name, 401]));
});

test('every operation answers a nearly empty request, and never fails', async () => {
  await using rig = await startRig();
  await rig.data('users.create', { body: { uid: 'ada', name: 'Ada' } });

  for (const name of names) {
    const { path, method }: Operation = operations[name];
    const body = method === 'GET' ? undefined : {};
    const said = await rig.call(name, { path: anyPath(path), as: 'ada', body });
    expect([name, said.body?.error?.code]).not.toContain('ERR_API_NOT_FOUND');
    expect([name, said.status]).not.toContain(500);
  }
});

function anyPath(path: string): Record<string, string | undefined> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x1']));
}
