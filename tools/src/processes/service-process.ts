import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { FaultRule } from '@chatferry/local-service';
import { chatferry } from './chatferry.ts';

/** The address and keys of a service for an importer. */
export interface ServiceTarget {
  readonly baseUrl: string;
  readonly appId: string;
  readonly apiKey: string;
}

/** The local service in a separate process. It can be killed, and restarted with its data. */
export class ServiceProcess implements AsyncDisposable {
  /** The file with all data of the service. */
  readonly db: string;
  readonly #folder: string;
  readonly #requestsPerMinute: number | 'unlimited';
  readonly #command: string;
  #child: ChildProcess | undefined;
  #target: ServiceTarget | undefined;

  /** @param command the entry point of the command line tool to serve with */
  constructor(
    folder: string,
    requestsPerMinute: number | 'unlimited' = 'unlimited',
    command: string = chatferry,
  ) {
    this.#command = command;
    this.#folder = folder;
    this.db = path.join(folder, 'service.sqlite');
    this.#requestsPerMinute = requestsPerMinute;
    process.on('exit', this.#killNow);
  }

  get target(): ServiceTarget {
    if (this.#target === undefined) throw new Error('The local service was never started.');
    return this.#target;
  }

  /** Resolves when the service listens. It uses a free port the first time, and the same port afterwards. */
  async start(faults: readonly FaultRule[] = []): Promise<ServiceTarget> {
    const faultsFile = path.join(this.#folder, 'faults.json');
    writeFileSync(faultsFile, JSON.stringify(faults));
    const port = this.#target === undefined ? '0' : new URL(this.#target.baseUrl).port;
    const child = spawn(
      process.execPath,
      [
        '--conditions=@chatferry/source',
        this.#command,
        'serve',
        '--json',
        `--port=${port}`,
        `--db=${this.db}`,
        `--faults=${faultsFile}`,
        `--requests-per-minute=${this.#requestsPerMinute}`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#child = child;
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(([status]) => {
        throw new Error(`The local service ended with status ${status} before it listened.`);
      }),
    ])) as [string];
    this.#target = JSON.parse(line) as ServiceTarget;
    return this.#target;
  }

  /** Kills the service with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('exit', this.#killNow);
    await this.kill();
  }

  readonly #killNow = (): void => {
    this.#child?.kill('SIGKILL');
  };
}
