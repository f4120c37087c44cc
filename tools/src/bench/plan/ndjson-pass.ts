// The minimum of any import of NDJSON: split the lines, parse each line. Arguments: the files.
import { createReadStream } from 'node:fs';
import { reportUsage } from '../../processes/usage.ts';

const LINE_FEED = 0x0a;

let rows = 0;
for (const file of process.argv.slice(2)) {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      JSON.parse(bytes.toString('utf8', start, end));
      rows++;
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}
reportUsage({ rows });
