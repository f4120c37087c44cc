// A server that accepts every import request, reports success for every record, and stores no data: node:http alone.
//
// Arguments: milliseconds to wait before each answer; requests allowed to an app in any 60 seconds (0: no limit).
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SinkMessage, SinkReport } from './sink-report.ts';

const [answerMs = 0, requestsPerMinute = 0] = process.argv.slice(2).map(Number);

let report = emptyReport();
const takenByKey = new Map<string, number[]>();

function emptyReport(): SinkReport {
  return { requests: 0, refused: 0, firstMs: 0, lastMs: 0, nowMs: 0, byKey: {} };
}

/** The answer to the requests of the preflight: an app without users, groups, roles and messages. Not measured. */
const NOTHING = JSON.stringify({
  data: [],
  meta: { pagination: { total: 0, count: 0, per_page: 1000, current_page: 1, total_pages: 0 } },
});

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'application/json');
    response.end(NOTHING);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const now = performance.now();
    if (report.requests === 0) report.firstMs = now;
    report.lastMs = now;
    report.requests++;
    const key = String(request.headers['apikey']);
    report.byKey[key] = (report.byKey[key] ?? 0) + 1;
    if (isOverQuota(key, now)) refuse(response);
    else {
      const answer = `{"data":{${recordKeys(Buffer.concat(chunks).toString()).map(success).join()}}}`;
      setTimeoutOrNow(() => {
        response.setHeader('content-type', 'application/json');
        response.end(answer);
      });
    }
  });
});

function isOverQuota(key: string, now: number): boolean {
  if (requestsPerMinute === 0) return false;
  const taken = (takenByKey.get(key) ?? []).filter((at) => at > now - 60_000);
  takenByKey.set(key, taken);
  if (taken.length >= requestsPerMinute) return true;
  taken.push(now);
  return false;
}

function refuse(response: ServerResponse): void {
  report.refused++;
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end('{"error":{"code":"ERR_TOO_MANY_REQUESTS","message":"Retry after 1 seconds."}}');
}

/** The keys of the records. For messages, a search for the muids costs less than parsing the body. */
function recordKeys(body: string): string[] {
  if (body.startsWith('{"messages"'))
    return Array.from(body.matchAll(/"muid":"([^"]*)"/g), (match) => match[1]!);
  return Object.values(JSON.parse(body) as Record<string, object>).flatMap(Object.keys);
}

function success(key: string): string {
  return `"${key}":{"success":true}`;
}

function setTimeoutOrNow(work: () => void): void {
  if (answerMs === 0) work();
  else setTimeout(work, answerMs);
}

process.on('message', () => {
  report.nowMs = performance.now();
  process.send?.({ report } satisfies SinkMessage);
  report = emptyReport();
});
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port } satisfies SinkMessage);
});
