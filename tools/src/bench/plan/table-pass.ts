// The minimum of reading a table, in one of two ways: `bytes` copies the rows out of the server, unread; `rows` reads all rows as
// JavaScript values, in key order. Arguments: the server and the way. The address is in the environment.
import { createConnection } from 'mysql2';
import { Client } from 'pg';
import { reportUsage } from '../../processes/usage.ts';

const ROWS_PER_READ = 1000;

const address = process.env['CHATFERRY_BENCH_URL']!;
const [server, way] = process.argv.slice(2);
let rows = 0;
if (server === 'postgres') {
  const client = new Client(address);
  await client.connect();
  if (way === 'bytes') rows = (await client.query('COPY messages TO STDOUT')).rowCount ?? 0;
  else {
    await client.query('BEGIN; DECLARE bare CURSOR FOR SELECT * FROM messages ORDER BY id');
    let read: number;
    do rows += read = (await client.query(`FETCH ${ROWS_PER_READ} FROM bare`)).rows.length;
    while (read === ROWS_PER_READ);
  }
  await client.end();
} else {
  const connection = createConnection({ uri: address, rowsAsArray: true });
  for await (const row of connection.query('SELECT * FROM messages ORDER BY id').stream())
    if (row !== undefined) rows++;
  connection.destroy();
}
reportUsage({ rows });
