import { expect, test } from 'vitest';
import { RequestSize } from '../src/sending/request-size.ts';

test('the smallest size that was refused counts, whichever answer comes last', () => {
  const size = new RequestSize();

  size.wasTooLarge(3000);
  size.wasTooLarge(5000);

  expect([2999, 3000, 4000].map((bytes) => size.fits(bytes))).toEqual([true, false, false]);
});
