// The minimum of any import of CSV: one pass of csv-parse, with an object for each row. Arguments: the files.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { reportUsage } from '../../processes/usage.ts';

let rows = 0;
for (const file of process.argv.slice(2)) {
  const parser = parse({ columns: true, bom: true });
  parser.on('data', () => rows++);
  await pipeline(createReadStream(file), parser);
}
reportUsage({ rows });
