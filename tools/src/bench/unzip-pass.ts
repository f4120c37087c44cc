// The minimum of any import of a ZIP archive of JSON files: unpack each file, parse it. The archive is named as an argument.
import yauzl from 'yauzl';
import { reportUsage } from './usage.ts';

let rows = 0;
for (const file of process.argv.slice(2)) {
  const zip = await yauzl.openPromise(file, { autoClose: false });
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const pieces = (await Array.fromAsync(stream)) as Buffer[];
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString());
    rows += Array.isArray(value) ? value.length : 1;
  }
  zip.close();
}
reportUsage({ rows });
