import { readFileSync } from 'node:fs';
import { memberId, memberIdParts, serviceId } from '@chatferry/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const isLong = process.env['PROPERTY_RUNS'] !== undefined;

test.each([
  ['ada', 'ada'],
  ['a-b_9', 'a-b_9'],
  ['Ada', 'ada'],
  ['a.b', 'a_b_213p'],
  ['A.b', 'a_b_1ddh'],
  ['', ''],
  ['x'.repeat(100), 'x'.repeat(100)],
])('%s becomes %s', (legacy, expected) => {
  expect(serviceId(legacy)).toBe(expected);
});

test.each([
  ['map', 'Ann', 'ann', ['ann', 'ann']],
  ['hash', 'Ann', 'ann', ['ann_1ewx', 'ann']],
  ['fold', 'Ann', 'ann', ['ann', 'ann']],
  ['map', 'Ann@x.org', 'ann@X.org', ['ann_x_org_x0alv3', 'ann_x_org_1yep99r']],
  ['hash', 'Ann@x.org', 'ann@X.org', ['ann_x_org_x0alv3', 'ann_x_org_1yep99r']],
  ['fold', 'Ann@x.org', 'ann@X.org', ['ann_x_org_1ywao9b', 'ann_x_org_1ywao9b']],
] as const)('with %s, %s and %s become %j', (rule, one, other, expected) => {
  expect([serviceId(one, rule), serviceId(other, rule)]).toEqual(expected);
});

test('by the rule hash, no two spellings of a word of up to 12 letters become one id', () => {
  for (const word of ['annabelle', 'zzzzzzzzzzzz']) {
    const spellings = Array.from({ length: 2 ** word.length }, (_, bits) =>
      Array.from(word)
        .map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter))
        .join(''),
    );
    expect(new Set(spellings.map((id) => serviceId(id, 'hash'))).size).toBe(spellings.length);
  }
});

test('an id over the limit is cut, and a hash at its end keeps it distinct', () => {
  const [one, other] = [serviceId(`${'x'.repeat(150)}1`), serviceId(`${'x'.repeat(150)}2`)];

  expect(one).toMatch(/^x{90}_[0-9a-z]{1,7}$/);
  expect(other).not.toBe(one);
});

const anyRule = fc.constantFrom('map', 'hash', 'fold');

test('every result is an id that the service accepts, and mapping it again does not change it', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'binary', maxLength: 120 }),
      anyRule,
      (legacy, rule) => {
        const id = serviceId(legacy, rule);

        expect(id).toMatch(/^[a-z0-9_-]{1,100}$/);
        expect(serviceId(id, rule)).toBe(id);
      },
    ),
    { numRuns: isLong ? 2000 : 400 },
  );
});

test('the group and the user of a membership are among those that its id can name, also if they contain what joins them', () => {
  const part = fc.array(fc.constantFrom('_', 'member', 'a'), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(part, part, (group, user) => {
      const [guid, uid] = [group.join(''), user.join('')];

      expect(memberIdParts(memberId(guid, uid))).toContainEqual({ guid, uid });
    }),
  );
});

describe('the function in the README, for the app’s login code', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, source] = /```js\n(function uidAtLogin[\s\S]*?)```/.exec(readme)!;
  // oxlint-disable-next-line typescript/no-implied-eval -- the test runs the published text
  const uidAtLogin = new Function(`${source}; return uidAtLogin;`)() as typeof serviceId;

  test('has at most eleven lines', () => {
    expect(source!.trim().split('\n').length).toBeLessThanOrEqual(11);
  });

  test('gives the same answer for ids of any characters', () => {
    const characters = Array.from('abcXYZ019-_. @+/äÖßİ漢🚋\uD83D');
    const seed = Math.floor(Math.random() * 2 ** 32);
    let state = seed;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    let different = 0;
    for (let made = 0; made < (isLong ? 200_000 : 20_000); made++) {
      let id = '';
      for (let length = next(made % 100 === 0 ? 150 : 12); length >= 0; length--)
        id += characters[next(characters.length)]!;
      for (const rule of ['map', 'hash', 'fold'] as const)
        if (uidAtLogin(id, rule) !== serviceId(id, rule)) different++;
    }

    expect({ seed, different }).toEqual({ seed, different: 0 });
  });
});
