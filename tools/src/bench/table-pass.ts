// The minimum of any reading of a table: COPY … TO STDOUT of PostgreSQL, or a stream of the rows of MariaDB. The server is named as
// an argument, and its address in the environment.
import { createConnection } from 'mysql2';
import { Client } from 'pg';
import { reportUsage } from './usage.ts';

const address = process.env['CHATFERRY_BENCH_URL']!;
let rows = 0;
if (process.argv[2] === 'postgres') {
  const client = new Client(address);
  await client.connect();
  const { rowCount } = await client.query('COPY messages TO STDOUT');
  rows = rowCount ?? 0;
  await client.end();
} else {
  const connection = createConnection({ uri: address, rowsAsArray: true });
  for await (const row of connection.query('SELECT * FROM messages').stream())
    if (row !== undefined) rows++;
  connection.destroy();
}
reportUsage({ rows });
