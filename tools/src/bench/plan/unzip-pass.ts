// The minimum of any import of an archive: unpack each file, then parse it as JSON, as JSON lines, as XML or as CSV without a header, or
// count the lines of a text. Argument: the archive.
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse';
import { SaxesParser } from 'saxes';
import { extract } from 'tar-stream';
import yauzl from 'yauzl';
import { reportUsage } from '../../processes/usage.ts';

let rows = 0;
for (const file of process.argv.slice(2))
  if (file.endsWith('.tar.gz')) {
    const entries = extract();
    createReadStream(file).pipe(createGunzip()).pipe(entries);
    for await (const entry of entries)
      await parse(entry.header.name, entry as AsyncIterable<Buffer>);
  } else {
    const zip = await yauzl.openPromise(file, { autoClose: false });
    for await (const entry of zip.eachEntry())
      await parse(entry.fileName, await zip.openReadStreamPromise(entry));
    zip.close();
  }
reportUsage({ rows });

async function parse(name: string, stream: AsyncIterable<Buffer> | Readable): Promise<void> {
  if (name.endsWith('.txt')) {
    for await (const line of createInterface({ input: stream as Readable }))
      rows += line === '' ? 0 : 1;
    return;
  }
  if (name.endsWith('.jsonl')) {
    for await (const line of createInterface({ input: stream as Readable })) {
      JSON.parse(line);
      rows++;
    }
    return;
  }
  if (name.endsWith('.csv')) {
    const parser = (stream as Readable).pipe(parseCsv());
    parser.on('data', () => rows++);
    await finished(parser);
    return;
  }
  if (name.endsWith('.xml')) {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('opentag', (tag) => {
      if (tag.local === 'message') rows++;
    });
    const decoder = new TextDecoder();
    for await (const piece of stream as AsyncIterable<Buffer>)
      parser.write(decoder.decode(piece, { stream: true }));
    parser.close();
    return;
  }
  const pieces = await Array.fromAsync(stream);
  const value = JSON.parse(Buffer.concat(pieces).toString()) as unknown[] | MessageFile;
  const {
    zerver_message: ofZulip,
    messages: ofOthers,
    chats,
    data: ofService,
    chunk: ofMatrix,
  } = value as MessageFile;
  const ofTelegram = chats?.list.flatMap(({ messages }) => messages);
  const found = Array.isArray(value)
    ? value
    : (ofZulip ?? ofOthers ?? ofTelegram ?? ofService ?? ofMatrix);
  rows += found?.length ?? 1;
}

/** The messages of a file, whatever chat system wrote it. */
interface MessageFile {
  readonly zerver_message?: readonly unknown[];
  readonly messages?: readonly unknown[];
  readonly chunk?: readonly unknown[];
  readonly chats?: { readonly list: readonly { readonly messages: readonly unknown[] }[] };
  readonly data?: readonly unknown[];
}
