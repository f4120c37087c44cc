import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '@chatferry/local-service';
import type { Target } from '../../src/sending/target.ts';

/** UNIX seconds, an hour ago: within every retention. */
const anHourAgo: number = Math.floor(Date.now() / 1000) - 3600;

/** A folder with a job folder in it, and a local service. */
export class JobRig implements AsyncDisposable {
  readonly folder: string = mkdtempSync(path.join(tmpdir(), 'chatferry-job-'));
  readonly service: LocalService;

  constructor(service: LocalService) {
    this.service = service;
  }

  #jobName = 'job';

  get job(): string {
    return path.join(this.folder, this.#jobName);
  }

  /** Uses another job folder; an empty one is as if the first was lost. */
  useJob(name: string): void {
    this.#jobName = name;
  }

  get target(): Target {
    const { appId, baseUrl, apiKey } = this.service;
    return { appId, baseUrl, apiKey };
  }

  write(name: string, lines: readonly string[]): string {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  }

  /** Writes an export of two users and the messages of one to the other. @returns its folder */
  writeExport(messages: number): string {
    this.write('export/users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
    const lines = Array.from({ length: messages }, (_, index) => JSON.stringify(message(index)));
    return path.dirname(this.write('export/messages.ndjson', lines));
  }

  inJob(name: string): string {
    return readFileSync(path.join(this.job, name), 'utf8');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.close();
    rmSync(this.folder, { recursive: true });
  }
}

export async function startJobRig(options: LocalServiceOptions = {}): Promise<JobRig> {
  const service = await startLocalService({ importRequestsPerMinute: 'unlimited', ...options });
  return new JobRig(service);
}

/** A message of Ada to Bob. */
export function message(index: number): Record<string, unknown> {
  return {
    muid: `m${index}`,
    sender: 'ada',
    receiver: 'bob',
    receiverType: 'user',
    text: `Hello ${index}`,
    sentAt: anHourAgo + index,
  };
}
