import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openDump } from '../../src/dumps/open-dump.ts';

const never = new AbortController().signal;

/** The rows that a query reads from a dump. */
async function rowsIn(dump: string | Buffer, query: string): Promise<unknown[]> {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'dumps-'));
  const file = path.join(folder.path, 'dump.sql');
  writeFileSync(file, dump);
  const { db: opened } = await openDump(file, [query], never);
  using db = opened;
  const statement = db.prepare(query);
  statement.setReadBigInts(true);
  return statement.all().map((row) => ({ ...row }));
}

const mysql = (body: string, end = '-- Dump completed on 2024-03-02\n'): string =>
  `/*M!999999\\- enable the sandbox mode */
-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET TIME_ZONE='+00:00' */;
${body}
${end}`;

const messages = `CREATE TABLE \`messages\` (
  \`id\` bigint(20) unsigned NOT NULL COMMENT 'the key; (not) a number, or so',
  \`from\` bigint(20) DEFAULT NULL,
  \`body\` mediumtext DEFAULT NULL,
  \`sent_at\` datetime(3) DEFAULT NULL,
  \`made\` timestamp NULL,
  \`deleted\` bit(1) DEFAULT b'0',
  PRIMARY KEY (\`id\`),
  KEY \`by_from\` (\`from\`,\`sent_at\`)
) ENGINE=InnoDB;
`;

describe('dumps of MySQL and MariaDB', () => {
  test('texts with quotes, statements and comments inside, long numbers, bits, and times are as on the server', async () => {
    const dump = mysql(`${messages}
INSERT INTO \`messages\` VALUES
(1,7,'); INSERT INTO users VALUES (9);','2024-03-01 10:00:00.123','2024-03-01 10:00:00',_binary '\\0'),
(18446744073709551615,7,'it\\'s /* no comment */\\n2 lines \\\\ é''s',NULL,'0000-00-00 00:00:00',0x01),
(3,-7,'\t-- gone','2024-03-01 10:00:01.000',NULL,b'1') ON DUPLICATE KEY UPDATE id = 'x;y';
DELIMITER ;;
/*!50003 CREATE*/ /*!50003 TRIGGER t1 BEFORE INSERT ON messages FOR EACH ROW BEGIN
INSERT INTO messages VALUES (4,1,'a trigger',NULL,NULL,b'0'); END */;;
DELIMITER ;
`);

    const rows = await rowsIn(
      dump,
      'SELECT id, "from", body, sent_at, made, deleted FROM messages',
    );

    expect(rows).toEqual([
      {
        id: 1n,
        from: 7n,
        body: '); INSERT INTO users VALUES (9);',
        sent_at: '2024-03-01 10:00:00.123',
        made: '2024-03-01T10:00:00Z',
        deleted: 0n,
      },
      {
        id: '18446744073709551615',
        from: 7n,
        body: "it's /* no comment */\n2 lines \\ é's",
        sent_at: null,
        made: null,
        deleted: 1n,
      },
      {
        id: 3n,
        from: -7n,
        body: '\t-- gone',
        sent_at: '2024-03-01 10:00:01.000',
        made: null,
        deleted: 1n,
      },
    ]);
  });

  test('only the tables and columns that queries name are read, in any order of columns, and bytes are bytes', async () => {
    const dump =
      mysql(`CREATE TABLE users (id int, name varchar(60), password varchar(60), raw varbinary(16));
REPLACE INTO users (name, id, raw) VALUES ('Ada',1,0x00FF),('Bob',2,0x);
INSERT IGNORE INTO \`users\` VALUES (3,'Cy','secret',X'0a');
INSERT INTO sessions VALUES ('no','columns','are','named');`);

    expect(await rowsIn(dump, 'SELECT id, name, hex(raw) AS raw FROM users')).toEqual([
      { id: 1n, name: 'Ada', raw: '00FF' },
      { id: 2n, name: 'Bob', raw: '' },
      { id: 3n, name: 'Cy', raw: '0A' },
    ]);
    await expect(rowsIn(dump, 'SELECT id, passwort FROM users')).rejects.toThrow('no such column');
  });

  test('bytes that are written as texts stay bytes, and names in other scripts are names', async () => {
    const dump = Buffer.concat([
      Buffer.from(
        mysql(
          'CREATE TABLE `имя` (`ключ` binary(2), raw blob, who text);\nINSERT INTO `имя` VALUES (',
          '',
        ),
      ),
      Buffer.from("_binary '\u00FF\\0','\u0080\\\\',", 'latin1'),
      Buffer.from("'Зоя');\n-- Dump completed\n"),
    ]);

    expect(await rowsIn(dump, 'SELECT hex("ключ") AS id, hex(raw) AS raw, who FROM "имя"')).toEqual(
      [{ id: 'FF00', raw: '805C', who: 'Зоя' }],
    );
  });

  test('times are of UTC only where the dump sets this zone', async () => {
    const body = "CREATE TABLE t (a timestamp);\nINSERT INTO t VALUES ('2024-03-01 10:00:00');";

    expect(await rowsIn(mysql(body), 'SELECT a FROM t')).toEqual([{ a: '2024-03-01T10:00:00Z' }]);
    expect(await rowsIn(mysql(body).replace(/^.*TIME_ZONE.*\n/m, ''), 'SELECT a FROM t')).toEqual([
      { a: '2024-03-01 10:00:00' },
    ]);
  });

  test('tables of a second database have its name', async () => {
    const dump = mysql(`USE \`one\`;
CREATE TABLE t (a int); INSERT INTO t VALUES (1);
USE two;
CREATE TABLE t (a int); INSERT INTO t VALUES (2);`);

    expect(
      await rowsIn(dump, 'SELECT (SELECT a FROM t) AS one, (SELECT a FROM "two.t") AS two'),
    ).toEqual([{ one: 1n, two: 2n }]);
  });
});

test('a dump of phpMyAdmin has column lists, escapes, and triggers between other delimiters', async () => {
  const dump = `-- phpMyAdmin SQL Dump
-- version 5.2.1
SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
DELIMITER $$
CREATE TRIGGER t1 AFTER INSERT ON msgs FOR EACH ROW BEGIN INSERT INTO msgs (id) VALUES (9); END
$$
DELIMITER ;
CREATE TABLE \`msgs\` (
  \`id\` int(11) NOT NULL,
  \`body\` text NOT NULL DEFAULT '(),;',
  \`uuid\` binary(2) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO \`msgs\` (\`id\`, \`body\`, \`uuid\`) VALUES
(1, 'it\\'s \\\\ ok\\r\\n', 0x00ff),
(2, 'it''s', 0x0a0b);
ALTER TABLE \`msgs\` ADD PRIMARY KEY (\`id\`);
`;

  expect(await rowsIn(dump, 'SELECT id, body, hex(uuid) AS uuid FROM msgs')).toEqual([
    { id: 1n, body: "it's \\ ok\r\n", uuid: '00FF' },
    { id: 2n, body: "it's", uuid: '0A0B' },
  ]);
});

describe('dumps of PostgreSQL', () => {
  const end = '\n--\n-- PostgreSQL database dump complete\n--\n\\unrestrict abc\n';
  const head = `--
-- PostgreSQL database dump
--
\\restrict abc
SET standard_conforming_strings = on;
CREATE FUNCTION public.noisy() RETURNS trigger LANGUAGE plpgsql AS $_$BEGIN INSERT INTO public.m VALUES (0); RETURN NEW; END;$_$;
CREATE FUNCTION public.atomic() RETURNS int LANGUAGE sql BEGIN ATOMIC
 INSERT INTO public.m (id) VALUES (8);
 SELECT 1;
END;
CREATE TABLE public.m (id bigint NOT NULL, body text DEFAULT 'a,b', at timestamp with time zone, plain timestamp without time zone, gone boolean, raw bytea);
`;

  test('rows of COPY have their escapes, nulls, booleans, bytes and zones', async () => {
    const dump = `${head}COPY public.m (id, body, at, plain, gone, raw) FROM stdin;
1\ta\\tb\\nc\\\\d \\u00e9\t2024-03-01 10:00:00.5+00\t2024-03-01 10:00:00\tf\t\\\\x00ff
2\t\\N\t2024-03-01 10:00:00+05:30\t\\N\tt\t\\N
\\.

COPY other.m (id) FROM stdin;
7
\\.
${end}`;

    expect(await rowsIn(dump, 'SELECT id, body, at, plain, gone, hex(raw) AS raw FROM m')).toEqual([
      {
        id: 1n,
        body: 'a\tb\nc\\d u00e9',
        at: '2024-03-01T10:00:00.5+00:00',
        plain: '2024-03-01 10:00:00',
        gone: 0n,
        raw: '00FF',
      },
      { id: 2n, body: null, at: '2024-03-01T10:00:00+05:30', plain: null, gone: 1n, raw: '' },
    ]);
    expect(await rowsIn(dump, 'SELECT id FROM "other.m"')).toEqual([{ id: '7' }]);
  });

  test.each(['$$', '$body$', "'"])(
    'a function in %s does not hide what follows it',
    async (quote) => {
      const dump = `--
-- PostgreSQL database dump
--
CREATE TABLE public.m (id bigint);
CREATE FUNCTION public.touch() RETURNS trigger LANGUAGE plpgsql AS ${quote}
BEGIN
  NEW.at = now();
  RETURN NEW;
END;
${quote};
COPY public.m (id) FROM stdin;
1
\\.
${end}`;

      expect(await rowsIn(dump, 'SELECT id FROM m')).toEqual([{ id: 1n }]);
    },
  );

  test('columns of a fixed width have no blanks at their end, and others keep theirs', async () => {
    const dump = `${head}CREATE TABLE public.u (id character(6), name character varying(9), s pg_catalog.bpchar(4));
COPY public.u (id, name, s) FROM stdin;
a b   \tAnn  \tok  
\\.
${end}`;

    expect(await rowsIn(dump, 'SELECT id, name, s FROM u')).toEqual([
      { id: 'a b', name: 'Ann  ', s: 'ok' },
    ]);
  });

  test('lists are JSON, which queries take apart', async () => {
    const dump = `${head}CREATE TABLE public.rooms (id int, members bigint[], tags text[], flags boolean[], grid character varying(9)[]);
COPY public.rooms (id, members, tags, flags, grid) FROM stdin;
1\t{7,8}\t{"a,b","c\\\\"d",NULL,ü}\t{t,f}\t{{a,b},{c,"d}"}}
2\t{}\t[0:1]={x,"NULL"}\t\\N\tnone
\\.
${end}`;

    expect(await rowsIn(dump, 'SELECT tags, flags, grid FROM rooms')).toEqual([
      { tags: '["a,b","c\\"d",null,"ü"]', flags: '[true,false]', grid: '[["a","b"],["c","d}"]]' },
      { tags: '["x","NULL"]', flags: null, grid: 'none' },
    ]);
    expect(
      await rowsIn(dump, 'SELECT r.id, m.value AS uid FROM rooms r, json_each(r.members) m'),
    ).toEqual([
      { id: 1n, uid: 7n },
      { id: 1n, uid: 8n },
    ]);
  });

  test('tables of other databases and schemas have their names, also where a schema is named once', async () => {
    const dump = `--
-- PostgreSQL database cluster dump
--
\\connect template1
--
-- PostgreSQL database dump
--
\\connect chat
CREATE TABLE public.m (id int);
COPY public.m (id) FROM stdin;
1
\\.
\\connect -reuse-previous=on "shop"
CREATE TABLE public.m (id int);
COPY public.m (id) FROM stdin;
2
\\.
SET search_path = sales, pg_catalog;
CREATE TABLE m (id int);
COPY m (id) FROM stdin;
3
\\.
${end}`;

    expect(
      await rowsIn(
        dump,
        'SELECT (SELECT id FROM m) AS one, (SELECT id FROM "shop.m") AS two, (SELECT id FROM "shop.sales.m") AS three',
      ),
    ).toEqual([{ one: 1n, two: 2n, three: 3n }]);
  });

  test('a time without an end is a text', async () => {
    const dump = `${head}INSERT INTO public.m (id, at) VALUES (1, 'infinity'), (2, '-infinity');${end}`;

    expect(await rowsIn(dump, 'SELECT at FROM m')).toEqual([
      { at: 'infinity' },
      { at: '-infinity' },
    ]);
  });

  test('a backslash is a character in plain texts, and begins an escape after E', async () => {
    const dump = `${head}INSERT INTO public.m VALUES (1, 'C:\\new', NULL, NULL, true, '\\x0f'), (2, E'a\\nb''s', NULL, NULL, false, NULL);
INSERT INTO public.m OVERRIDING SYSTEM VALUE VALUES (3, 'c', NULL, NULL, NULL, NULL);${end}`;

    expect(await rowsIn(dump, 'SELECT id, body, gone, hex(raw) AS raw FROM m')).toEqual([
      { id: 1n, body: 'C:\\new', gone: 1n, raw: '0F' },
      { id: 2n, body: "a\nb's", gone: 0n, raw: '' },
      { id: 3n, body: 'c', gone: null, raw: '' },
    ]);
  });
});

test('a dump of SQLite has line breaks by replace and unistr', async () => {
  const dump = `PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE t(a INTEGER, b, at TIMESTAMP, raw BLOB);
INSERT INTO t (a,b) VALUES(1,replace(replace('one\\ntwo\\r','\\r',char(13)),'\\n',char(10)));
INSERT INTO t (a,b) VALUES(2,unistr('caf\\u00e9\\u000aback\\\\slash'));
INSERT INTO t VALUES(3,X'00ff','2024-03-01 10:00:00','a text');
CREATE TRIGGER x AFTER INSERT ON t BEGIN INSERT INTO t VALUES(4,'a'); INSERT INTO t VALUES(5,'b'); END;
COMMIT;
`;

  expect(
    await rowsIn(dump, "SELECT a, CASE WHEN typeof(b) = 'blob' THEN hex(b) ELSE b END AS b FROM t"),
  ).toEqual([
    { a: 1n, b: 'one\ntwo\r' },
    { a: 2n, b: 'café\nback\\slash' },
    { a: 3n, b: '00FF' },
  ]);
  expect(await rowsIn(dump, 'SELECT at, raw FROM t WHERE a = 3')).toEqual([
    { at: '2024-03-01 10:00:00', raw: 'a text' },
  ]);
});

test('texts in latin1 and in broken UTF-8 are read, and a compressed dump too', async () => {
  const latin = Buffer.from(
    "-- MySQL dump 10.13\n/*!40101 SET NAMES latin1 */;\nCREATE TABLE t (a text);\nINSERT INTO t VALUES ('Zo\u00EB \u0080');\n-- Dump completed\n",
    'latin1',
  );
  const broken = Buffer.from(
    "-- MySQL dump 10.13\nCREATE TABLE t (a text);\nINSERT INTO t VALUES ('Zo\u00EB');\n-- Dump completed\n",
    'latin1',
  );

  expect(await rowsIn(latin, 'SELECT a FROM t')).toEqual([{ a: 'Zoë €' }]);
  expect(await rowsIn(broken, 'SELECT a FROM t')).toEqual([{ a: 'Zo\uFFFD' }]);
  expect(await rowsIn(gzipSync(latin), 'SELECT a FROM t')).toEqual([{ a: 'Zoë €' }]);
});

test('a dump gives the same rows however its bytes arrive', async () => {
  const values = Array.from(
    { length: 30_000 },
    (_, n) => `(${n},'text ${n} with ''quotes'' and \\'escapes\\' -- ${'x'.repeat(n % 90)}')`,
  );
  const dump = mysql(`CREATE TABLE t (a int, b text);\nINSERT INTO t VALUES ${values.join(',')};`);
  expect(dump.length).toBeGreaterThan(2 * 1024 * 1024);

  const [sums] = await rowsIn(
    dump,
    "SELECT count(*) AS n, sum(a) AS a, sum(length(b)) AS b, sum(b LIKE 'text % with ''quotes'' and ''escapes'' -- %') AS whole FROM t",
  );

  const all = Array.from(
    { length: 30_000 },
    (_, n) => `text ${n} with 'quotes' and 'escapes' -- ${'x'.repeat(n % 90)}`,
  ).join('').length;
  expect(sums).toEqual({ n: 30_000n, a: 449_985_000n, b: BigInt(all), whole: 30_000n });
});

test('a table that no query names may have values that are not written out, and rows of a query', async () => {
  const dump = mysql(`CREATE TABLE t (a int);
INSERT INTO places VALUES (1,ST_GeomFromText('POINT(1 2);'),'(');
INSERT INTO copies SELECT * FROM t;
INSERT INTO t VALUES (1);`);

  expect(await rowsIn(dump, 'SELECT a FROM t')).toEqual([{ a: 1n }]);
});

const json = (version: string, text: string): string => `[
{"type":"header","version":"${version}","comment":"Export to JSON plugin for PHPMyAdmin"},
{"type":"database","name":"chat"},
{"type":"table","name":"users","database":"chat","data":
[
{"id":"1","name":"${text}","phone":"0049","gone":null},
{"id":"18446744073709551615","name":"12","phone":"","gone":"0"}
]
}
,{"type":"table","name":"sessions","database":"chat","data":
[
{"id":"1"}
]
}
]
`;

describe('exports of phpMyAdmin in JSON', () => {
  test('values are texts, and whole numbers are numbers', async () => {
    expect(
      await rowsIn(json('5.2.1', 'Zoë 0x41'), 'SELECT id, name, phone, gone FROM users'),
    ).toEqual([
      { id: 1n, name: 'Zoë 0x41', phone: '0049', gone: null },
      { id: '18446744073709551615', name: 12n, phone: '', gone: 0n },
    ]);
    expect(
      await rowsIn(gzipSync(json('5.2.1', 'A')), 'SELECT id FROM users WHERE gone = 0'),
    ).toEqual([{ id: '18446744073709551615' }]);
  });

  test('texts in hexadecimal, as one version wrote them, are texts', async () => {
    const [first] = await rowsIn(json('5.1.0', '0x5a6fc3ab'), 'SELECT name FROM users');
    expect(first).toEqual({ name: 'Zoë' });
    const [kept] = await rowsIn(json('5.2.1', '0x5a6fc3ab'), 'SELECT name FROM users');
    expect(kept).toEqual({ name: '0x5a6fc3ab' });
  });

  test('one that was cut off is refused', async () => {
    await expect(rowsIn(json('5.2.1', 'A').slice(0, 300), 'SELECT id FROM users')).rejects.toThrow(
      'It is not whole',
    );
  });
});

test('a dump that has another one at its end has the rows of both', async () => {
  const one = mysql('CREATE TABLE t (a int, b bit(1));\nINSERT INTO t VALUES (1,0x01);');

  expect(await rowsIn(`${one}${one}`, 'SELECT a, b FROM t')).toEqual([
    { a: 1n, b: 1n },
    { a: 1n, b: 1n },
  ]);
  const changed = mysql('CREATE TABLE t (b bit(1), a int);\nINSERT INTO t VALUES (0x01,1);');
  await expect(rowsIn(`${one}${changed}`, 'SELECT a FROM t')).rejects.toThrow(
    'the table t is in the dump twice, with other columns',
  );
});

test('a NUL in a text is a character of it', async () => {
  const raw = mysql("CREATE TABLE t (a text);\nINSERT INTO t VALUES ('x\0y'),('x\\0y');");

  expect(await rowsIn(raw, 'SELECT a FROM t')).toEqual([{ a: 'x\0y' }, { a: 'x\0y' }]);
});

test('triggers may end in small letters', async () => {
  const dump = `CREATE TABLE t (a int);
delimiter //
create trigger x before insert on t for each row begin insert into t values (9); end//
delimiter ;
CREATE TRIGGER y AFTER INSERT ON t begin INSERT INTO t VALUES (8); end ;
INSERT INTO t VALUES (1);
`;

  expect(await rowsIn(dump, 'SELECT a FROM t')).toEqual([{ a: 1n }]);
});

describe('refused is', () => {
  test.each([
    ['DELIMITER //\nCREATE TRIGGER x BEGIN END//\n'],
    ['CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1;\n'],
  ])('rows after a routine without an end: %j', async (routine) => {
    await expect(
      rowsIn(`CREATE TABLE t (a int);\n${routine}INSERT INTO t VALUES (1);\n`, 'SELECT a FROM t'),
    ).rejects.toThrow('has no end, and rows follow it');
  });

  test.each([
    [
      'a dump without its last line',
      mysql('CREATE TABLE t (a int); INSERT INTO t VALUES (1);', ''),
      'it was cut off',
    ],
    [
      'an open text',
      mysql("CREATE TABLE t (a text); INSERT INTO t VALUES ('a", ''),
      'is not complete',
    ],
    [
      'an open COPY',
      '--\n-- PostgreSQL database dump\nCOPY t (a) FROM stdin;\n1\n2',
      'ends inside of the rows of t',
    ],
    [
      'a computed value',
      mysql('CREATE TABLE t (a int);\n\nINSERT INTO t VALUES (now());'),
      'Line 7: a row of t has a value that is not written out',
    ],
    [
      'a row with other columns',
      mysql('CREATE TABLE t (a int);\nINSERT INTO t VALUES (1,2);'),
      'a row of t has 2 values for 1 column',
    ],
    [
      'rows of a query',
      mysql('CREATE TABLE t (a int);\nINSERT INTO t SELECT * FROM u;'),
      'are not in the dump',
    ],
    [
      'a table without names of columns',
      mysql('INSERT INTO t VALUES (1);'),
      'does not name the columns of t',
    ],
    [
      'a compressed dump that was cut off',
      gzipSync(mysql('INSERT INTO t (a) VALUES (1);')).subarray(0, -20),
      'compressed',
    ],
    ['the custom format', 'PGDMP\u0001\u000e', 'custom format'],
    ['the tar format', `toc.dat\0${'\0'.repeat(600)}`, 'tar format'],
    [
      'a dump of SQLite that was cut off between statements',
      'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t (a);\nINSERT INTO t VALUES(1);\n',
      "does not end with 'COMMIT;', which SQLite writes last",
    ],
    [
      'an export of phpMyAdmin that was cut off between statements',
      '-- phpMyAdmin SQL Dump\nSTART TRANSACTION;\nCREATE TABLE `t` (a int);\nINSERT INTO `t` VALUES (1);\n',
      "does not end with 'COMMIT;', which phpMyAdmin writes last",
    ],
    ['UTF-16', Buffer.from('\uFEFF-- MySQL dump', 'utf16le'), 'UTF-16'],
  ])('%s', async (_, dump, message) => {
    await expect(rowsIn(dump, 'SELECT a FROM t')).rejects.toThrow(message);
  });

  test('the directory format', async () => {
    using folder = mkdtempDisposableSync(path.join(tmpdir(), 'dumps-'));
    writeFileSync(path.join(folder.path, 'toc.dat'), 'PGDMP');

    await expect(openDump(folder.path, [], never)).rejects.toThrow('directory format');
  });
});
