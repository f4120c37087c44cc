// The minimum of a sender: 16 loops that post prepared requests with undici and read the answers.
//
// Arguments: the plan file, the base address.
import { Pool } from 'undici';
import { readyRequests } from './ready-requests.ts';
import { reportUsage } from '../../processes/usage.ts';

const CONNECTIONS = 16;

const [planFile = '', baseUrl = ''] = process.argv.slice(2);
const { origin, pathname } = new URL(baseUrl);
const pool = new Pool(origin, { connections: CONNECTIONS });
for (const { kind, bodies } of readyRequests(planFile)) {
  const left = bodies.values();
  const sendAll = async (): Promise<void> => {
    for (const body of left) {
      const answer = await pool.request({
        method: 'POST',
        path: `${pathname}/data_import/${kind}`,
        headers: { apikey: 'bench', 'content-type': 'application/json' },
        body,
      });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendAll));
}
await pool.close();
reportUsage();
