// The usual import script: send, wait for the answer, sleep for as long as the quota allows one request.
//
// Arguments: the plan file, the base address, requests a minute.
import { setTimeout } from 'node:timers/promises';
import { readyRequests } from './ready-requests.ts';

const [planFile = '', baseUrl = '', requestsPerMinute = ''] = process.argv.slice(2);
for (const { kind, bodies } of readyRequests(planFile))
  for (const body of bodies) {
    const answer = await fetch(`${baseUrl}/data_import/${kind}`, {
      method: 'POST',
      headers: { apikey: 'bench', 'content-type': 'application/json' },
      body: body as Uint8Array<ArrayBuffer>,
    });
    await answer.text();
    await setTimeout(60_000 / Number(requestsPerMinute));
  }
