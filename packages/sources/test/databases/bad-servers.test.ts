import { describe, expect, test } from 'vitest';
import { openDatabase, SourceError } from '../../src/index.ts';
import type { WaitLimits } from '../../src/databases/waiting.ts';
import { mysqlAnswers, mysqlProtocol } from './support/bad-mysql.ts';
import { postgresAnswers, postgresProtocol } from './support/bad-postgres.ts';
import { type Stage, startBadServer, type Trouble } from './support/bad-server.ts';

const limits = { openMs: 300, columnsMs: 300, rowsMs: 300 };

const servers = [
  { driver: 'postgres', protocol: postgresProtocol, answers: postgresAnswers },
  { driver: 'mysql', protocol: mysqlProtocol, answers: mysqlAnswers },
] as const;

interface Reading {
  readonly driver: (typeof servers)[number]['driver'];
  readonly port: number;
  readonly signal?: AbortSignal;
}

/** Reads all users. @returns how many rows there were */
async function rowsFrom(
  { driver, port, signal }: Reading,
  waits: WaitLimits | undefined,
): Promise<number> {
  const source = {
    [driver]: `${driver}://ann@127.0.0.1:${port}/legacy`,
    kinds: { users: { query: 'SELECT uid, name FROM people' } },
  };
  await using database = await openDatabase(source, signal, waits);
  let rows = 0;
  const rules = { now: 1_800_000_000, retentionMonths: undefined, ids: 'keep' } as never;
  for await (const block of database.queries[0]!.blocks({}, rules, signal)) rows += block.records;
  return rows;
}

describe.each(servers)('$driver', ({ driver, protocol, answers }) => {
  test('the server of this test answers a whole reading, when it is told to', async () => {
    await using server = await startBadServer(protocol, answers);

    expect(await rowsFrom({ driver, port: server.port }, undefined)).toBe(2);
    await expect.poll(() => server.open).toBe(0);
  });

  test.each([
    ['connect', 'no-database', 'it has not answered for 0.3 seconds'],
    ['begin', 'no-database', 'it has not answered for 0.3 seconds'],
    ['columns', 'database-lost', 'has had no answer for 0.3 seconds'],
    ['rows', 'database-lost', 'has had no answer for 0.3 seconds, after 0 rows'],
  ] as const)('a server that is silent from %s on is left', async (at, code, message) => {
    await using server = await startBadServer(protocol, answers, { at, does: 'silence' });

    const error = await rowsFrom({ driver, port: server.port }, limits).catch(
      (reason: unknown) => reason,
    );

    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test.each<Stage>(['connect', 'begin', 'columns', 'rows'])(
    'a reading that waits for %s is stopped by its signal, and leaves no connection',
    async (at) => {
      await using server = await startBadServer(protocol, answers, { at, does: 'silence' });
      const stop = new AbortController();
      const day = 24 * 60 * 60 * 1000;
      const reading = rowsFrom(
        { driver, port: server.port, signal: stop.signal },
        { openMs: day, columnsMs: day, rowsMs: day },
      );
      setTimeout(() => stop.abort(new Error('stopped by hand')), 100);

      await expect(reading).rejects.toThrow('stopped by hand');
      await expect.poll(() => server.open).toBe(0);
    },
  );

  test.each<[Stage, Trouble]>([
    ['connect', 'refusal'],
    ['connect', 'huge'],
    ['connect', 'garbage'],
    ['begin', 'huge'],
    ['columns', 'huge'],
    ['columns', 'garbage'],
    ['rows', 'huge'],
    ['rows', 'garbage'],
  ])('what is no answer is a sentence: %s, %s', async (at, does) => {
    await using server = await startBadServer(protocol, answers, { at, does });
    const before = process.memoryUsage.rss();

    const error = await rowsFrom({ driver, port: server.port }, limits).catch(
      (reason: unknown) => reason,
    );

    expect(error).toBeInstanceOf(SourceError);
    expect((error as SourceError).message).not.toMatch(/undefined|null|out of range/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(500 * 1024 * 1024);
    await expect.poll(() => server.open).toBe(0);
  });
});
