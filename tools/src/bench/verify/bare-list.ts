// The minimum of a reader: one loop that requests the pages of a verification one after the other with undici, and parses them.
//
// Arguments: a file with the requests as JSON, the base address, the key.
import { readFileSync } from 'node:fs';
import { Client } from 'undici';
import { reportUsage } from '../../processes/usage.ts';
import type { ListRequest } from './recorder.ts';

const [file = '', baseUrl = '', apikey = ''] = process.argv.slice(2);
const client = new Client(new URL(baseUrl).origin);
let rows = 0;
for (const { path, onBehalfOf } of JSON.parse(readFileSync(file, 'utf8')) as ListRequest[]) {
  const headers = { apikey, ...(onBehalfOf !== undefined && { onBehalfOf }) };
  const { statusCode, body } = await client.request({ method: 'GET', path, headers });
  // A refusal arrives faster than a page, and would make the result wrong.
  if (statusCode === 429) throw new Error('The quota of the service is used up.');
  const { data } = JSON.parse(await body.text()) as { data?: unknown };
  rows += Array.isArray(data) ? data.length : 0;
}
await client.close();
reportUsage({ rows });
