import { expect, test } from 'vitest';
import { workerKeys } from '../src/store/worker-keys.ts';

test('the key of an app is in the variable with its id in capitals, whatever number of dashes it has', () => {
  const keyOf = workerKeys(undefined, { CHATFERRY_API_KEY_MY_OWN_APP: ' key\n' });

  expect(keyOf('my-own-app')).toBe('key');
  expect(keyOf('my-other-app')).toBeUndefined();
});
