// The local service with its data in memory. Like the sink, it reports the import requests that it received.
//
// Arguments: the app id; a valid API key.
import { type SeenRequest, startLocalService } from '@chatferry/local-service';
import type { SinkMessage } from './sink-report.ts';

const [appId = '', apiKey = ''] = process.argv.slice(2);
const service = await startLocalService({
  appId,
  apiKeys: [{ apiKey, scope: 'fullAccess' }],
  importRequestsPerMinute: 'unlimited',
  requestsPerMinute: 'unlimited',
  retentionMonths: 'none',
});

function isImport({ operation }: SeenRequest): boolean {
  return operation?.startsWith('dataImport.') === true;
}

process.on('message', () => {
  const imports = service.requests.filter(isImport);
  const report = {
    requests: imports.length,
    refused: imports.filter(({ status }) => status === 429).length,
    firstMs: imports[0]?.at ?? 0,
    lastMs: imports.at(-1)?.at ?? 0,
    nowMs: Date.now(),
    byKey: { [apiKey]: imports.length },
  };
  process.send?.({ report } satisfies SinkMessage);
});
process.on('disconnect', () => process.exit());
process.send?.({ port: service.port } satisfies SinkMessage);
