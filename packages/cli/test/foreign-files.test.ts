import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

test.each<[string, string | Buffer, string]>([
  ['a.xz', Buffer.from('\u00fd7zXZ\0', 'latin1'), 'compressed with xz'],
  ['a.csv.bz2', 'BZh91AY', 'compressed with bzip2'],
  ['a.rar', 'Rar!\u001a\u0007', 'a RAR archive: unpack it'],
  ['a.parquet', 'PAR1\u0015', 'a Parquet file: write its rows as lines of JSON'],
  ['a.dump', 'PGDMP\u0001', 'a PostgreSQL archive'],
  ['toc.dat', 'PGDMP\u0001', 'part of a folder that pg_dump -Fd wrote'],
  [
    'a.xml',
    '<?xml version="1.0"?>\n<mysqldump xmlns:xsi="x">\n',
    'a dump in XML: make it without --xml',
  ],
  ['collection-0-123.wt', 'WT\0\u0001', 'a file of the storage engine of MongoDB: restore it'],
  ['a.pdf', '%PDF-1.7', 'a PDF document'],
  ['a.eml', 'From: ann@example.org\nSubject: Hi\n\nHello\n', 'mail'],
  [
    'chat.txt',
    '31.12.23, 21:41 - Ann: Hi\n31.12.23, 21:42 - Bob: Ho\n',
    'a chat as text, as messengers export it for reading: export it as JSON',
  ],
])('plan says what %s is, and the way on', async (name, content, what) => {
  await using rig = await startRig();
  const file = rig.write(name, content);
  mkdirSync(rig.export);
  writeFileSync(path.join(rig.export, name), content);

  const ofFile = await rig.cli(['plan', file]);
  const ofFolder = await rig.cli(['plan', rig.export]);

  expect(ofFile.status).toBe(2);
  expect(ofFile.err).toContain(`${name}: ${what}`);
  expect(ofFile.err).not.toContain('--kind');
  expect(ofFolder.status).toBe(2);
  expect(ofFolder.err).toContain(`${name}: ${what}`);
});

test('the rows in a folder of pg_dump are no table by themselves', async () => {
  await using rig = await startRig();
  mkdirSync(path.join(rig.folder, 'dump'));
  rig.write('dump/toc.dat', 'PGDMP\u0001');
  rig.write('dump/3345.dat', '1\tAnn Lee\n2\tBob Roe\n\\.\n');

  const { status, err } = await rig.cli(['init', path.join(rig.folder, 'dump'), '--stdout']);

  expect(status).toBe(2);
  expect(err).toContain(
    '3345.dat: part of a folder that pg_dump -Fd wrote: make SQL of it, which needs no server: pg_restore -f dump.sql FOLDER',
  );
});

test('a file that may be a table is asked for its kind', async () => {
  await using rig = await startRig();

  const { err } = await rig.cli(['plan', rig.write('people.txt', 'uid,name\nann,Ann\n')]);

  expect(err).toContain('It is not known what');
  expect(err).toContain('--kind');
});
