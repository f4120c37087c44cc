// Runs the service as a process of its own, for tests that kill it.
import { startLocalService } from '../../src/index.ts';

const service = await startLocalService({
  db: process.argv[2] ?? ':memory:',
  importRequestsPerMinute: 'unlimited',
});
process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, apiKey: service.apiKey })}\n`);
