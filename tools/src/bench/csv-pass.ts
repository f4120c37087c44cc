// What any import of CSV has to do at least: one pass of csv-parse, a row an object. Files are named as arguments.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { reportUsage } from './usage.ts';

let rows = 0;
for (const file of process.argv.slice(2)) {
  const parser = parse({ columns: true, bom: true });
  parser.on('data', () => rows++);
  await pipeline(createReadStream(file), parser);
}
reportUsage({ rows });
