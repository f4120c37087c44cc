import { spawn } from 'node:child_process';
import { cpSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Where the service is in what is recorded. It listens on a free port, and is called as if on its usual one. */
const SHOWN = 'http://127.0.0.1:8787';
const SERVICE = 'chatferry serve --requests-per-minute unlimited';

/** A first migration, as the quickstart goes through it. */
const commands = [
  'chatferry plan samples/quickstart',
  SERVICE,
  `chatferry run --yes --app-id local-app --base-url ${SHOWN}/v3 --requests-per-minute unlimited`,
  `chatferry verify --app-id local-app --base-url ${SHOWN}/v3`,
];

/** Runs the commands of a first migration. @returns these with what they print, without keys */
export async function recordMigration(root: string): Promise<string> {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-recording-'));
  const samples = path.join(folder.path, 'samples/quickstart');
  cpSync(path.join(root, 'samples/quickstart'), samples, { recursive: true });
  await using recording = new Recording(root, folder.path);
  for (const command of commands) await recording.run(command);
  return recording.text;
}

class Recording implements AsyncDisposable {
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #lines: string[] = [];
  #origin = SHOWN;
  #end: () => Promise<void> = async () => {};

  constructor(root: string, folder: string) {
    const bin = path.join(root, 'node_modules/.bin');
    this.#env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` };
    this.#folder = folder;
  }

  get text(): string {
    const hidden = this.#lines.map((line) =>
      line
        .replaceAll(this.#origin, SHOWN)
        .replaceAll(/(key +|secret |API_KEY=)[0-9a-f]{16,}/g, '$1…'),
    );
    return `${hidden.join('\n')}\n`;
  }

  async run(command: string): Promise<void> {
    this.#lines.push(`$ ${command}`);
    await (command === SERVICE ? this.#serve() : this.#print(command));
    this.#lines.push('');
  }

  async #print(command: string): Promise<void> {
    const { lines, ended } = this.#start(command.replace(SHOWN, this.#origin));
    for await (const line of lines) this.#lines.push(line);
    await ended;
  }

  async #serve(): Promise<void> {
    const { lines, ended, stop } = this.#start(`exec ${SERVICE} --port 0`);
    this.#end = async () => {
      stop();
      await ended;
    };
    const ready = Promise.withResolvers<void>();
    lines.on('line', (line) => {
      this.#lines.push(line);
      this.#origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? this.#origin;
      const key = /export CHATFERRY_API_KEY=(\S+)/.exec(line)?.[1];
      if (key === undefined) return;
      this.#env['CHATFERRY_API_KEY'] = key;
      ready.resolve();
    });
    lines.once('close', () => ready.reject(new Error('The service ended before it was ready.')));
    await ready.promise;
    lines.removeAllListeners('line');
    lines.on('line', () => {}); // What it prints at its end is not part of this.
  }

  #start(command: string): {
    readonly lines: ReturnType<typeof createInterface>;
    readonly ended: Promise<void>;
    readonly stop: () => void;
  } {
    const child = spawn(command, {
      shell: true,
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = Promise.withResolvers<void>();
    child.once('close', () => ended.resolve());
    const lines = createInterface(child.stdout);
    return { lines, ended: ended.promise, stop: () => child.kill('SIGTERM') };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}
