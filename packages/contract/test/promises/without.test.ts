import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { canonicalNumber } from '../../src/values/canonical-number.ts';

const file = new URL('../../src/values/canonical-number.ts', import.meta.url);

const isSame = (canonical: typeof canonicalNumber): boolean =>
  canonical('1.00000000000000001') === canonical('1.00000000000000002');

test('without comparing digits, a number that somebody has changed counts as the same', async () => {
  expect(isSame(canonicalNumber)).toBe(false);
  const code = '  const isExact = Number.isFinite(value) && !losesDigits(source, value);\n';
  const safeguard = { file, code, instead: '  const isExact = true;\n' };
  const module = await importWithout<{ canonicalNumber: typeof canonicalNumber }>(file, safeguard);
  expect(isSame(module.canonicalNumber)).toBe(true);
});
