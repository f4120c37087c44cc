import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinParts, LANDED_WIDTH, UNPLANNED } from '../src/delta/join-parts.ts';
import { HashParts } from '../src/storage/hash-parts.ts';
import { temporaryFolder } from './rig.ts';

/** Few hashes in two parts, so that several ids share one. */
const hash = fc.constantFrom(1, 2, 3, 2 ** 50);
const content = fc.integer({ min: 1, max: 3 });

test.each(['bytes', 'content'] as const)(
  'records are paired with the landed ones of their hash, by their %s',
  (by) => {
    using folder = temporaryFolder();
    const anyLanded = fc.array(fc.tuple(hash, content, content), { maxLength: 8 });
    const anyOwn = fc.array(fc.tuple(hash, content, fc.boolean(), fc.boolean()), { maxLength: 8 });
    fc.assert(
      fc.property(anyLanded, anyOwn, (before, now) => {
        using landed = new HashParts(join(folder.path, 'landed'), LANDED_WIDTH);
        using own = new HashParts(join(folder.path, 'own'));
        for (const [index, [of, bytes, digest]] of before.entries())
          landed.add(of, bytes, index, digest);
        for (const [index, [of, compared, isUnplanned]] of now.entries())
          own.add(of, compared, isUnplanned ? UNPLANNED : index);
        const reports: string[] = [];

        joinParts(landed, own, by, {
          isCompared: (ordinal) => now[ordinal]![3],
          onSame: (ordinal, one, others) =>
            reports.push(`${ordinal} is ${one}, not ${others.join(' ')}`),
          onOther: (ordinal, one) => reports.push(`${ordinal} differs from ${one}`),
          onUnplanned: (one) => reports.push(`${one} has an unplanned row`),
        });

        const expected = now.flatMap(([of, compared, isUnplanned, isCompared], ordinal) => {
          const found = [...before.keys()].filter((one) => before[one]![0] === of);
          if (isUnplanned) return found.map((one) => `${one} has an unplanned row`);
          if (!isCompared) return [];
          const same = found.find((one) => before[one]![by === 'bytes' ? 1 : 2] === compared);
          if (same === undefined) return found.map((one) => `${ordinal} differs from ${one}`);
          const others = found.filter((one) => one !== same);
          return [`${ordinal} is ${same}, not ${others.join(' ')}`];
        });
        expect(reports.toSorted()).toEqual(expected.toSorted());
      }),
    );
  },
);
