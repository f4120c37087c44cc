import { expect, test } from 'vitest';
import { inOrder } from '../src/databases/in-order.ts';

async function* batches() {
  yield ['1c', '1a', '2b', '2z'].map(row);
  yield ['2a', '3b', '3a'].map(row);
}

function row(json: string): { readonly key: string; readonly json: string } {
  return { key: json[0]!, json };
}

test('rows with one key are in the order of their texts, also over the end of a batch', async () => {
  const found = (await Array.fromAsync(inOrder(batches()))).flat().map(({ json }) => json);

  expect(found).toEqual(['1a', '1c', '2a', '2b', '2z', '3a', '3b']);
});
