// The minimum of any import of a ZIP archive of JSON: unpack each file; parse it, or each of its lines. The archive is named as an
// argument.
import { createInterface } from 'node:readline';
import yauzl from 'yauzl';
import { reportUsage } from './usage.ts';

let rows = 0;
for (const file of process.argv.slice(2)) {
  const zip = await yauzl.openPromise(file, { autoClose: false });
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    if (entry.fileName.endsWith('.jsonl'))
      for await (const line of createInterface({ input: stream })) {
        JSON.parse(line);
        rows++;
      }
    else {
      const pieces = (await Array.fromAsync(stream)) as Buffer[];
      const value: unknown = JSON.parse(Buffer.concat(pieces).toString());
      rows += Array.isArray(value) ? value.length : 1;
    }
  }
  zip.close();
}
reportUsage({ rows });
