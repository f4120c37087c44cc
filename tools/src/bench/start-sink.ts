import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { SinkMessage, SinkReport } from './sink-report.ts';

export interface Sink extends Disposable {
  readonly baseUrl: string;
  /** Reports the requests since the last call. */
  report(): Promise<SinkReport>;
}

/** Starts a sink in a separate process. @param requestsPerMinute 0: no quota */
export async function startSink(answerMs = 0, requestsPerMinute = 0): Promise<Sink> {
  return await start('sink.ts', String(answerMs), String(requestsPerMinute));
}

/** Starts a local service for one job in a separate process. Its report counts all import requests; the service keeps the last 10,000. */
export async function startCountedService(appId: string, apiKey: string): Promise<Sink> {
  return await start('local-service.ts', appId, apiKey);
}

async function start(script: string, ...args: readonly string[]): Promise<Sink> {
  const child = fork(new URL(script, import.meta.url), args, {
    execArgv: ['--conditions=@chatferry/source'],
  });
  const answer = async (): Promise<SinkMessage> => (await once(child, 'message'))[0] as SinkMessage;

  const { port } = (await answer()) as { port: number };
  return {
    baseUrl: `http://127.0.0.1:${port}/v3`,
    report: async () => {
      child.send('report');
      return ((await answer()) as { report: SinkReport }).report;
    },
    [Symbol.dispose]: () => child.kill(),
  };
}
