import { connect, createServer, type Server, type Socket } from 'node:net';

/** The direction; `there` is from the worker to the server. */
export type Way = 'there' | 'back';

interface Flow {
  readonly from: string;
  readonly way: Way;
  readonly source: Socket;
  readonly sink: Socket;
}

/**
 * A network between workers and a server. The network of the worker with one address can be cut in each direction. As after lost packets,
 * bytes that were sent during the cut arrive afterwards, even if the worker is dead by then.
 */
export class Relay implements AsyncDisposable {
  readonly #server: Server;
  readonly #flows = new Set<Flow>();
  /** The sockets of lost connections. */
  readonly #dead = new Set<Socket>();
  readonly #cuts = new Set<string>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(port: number): Promise<Relay> {
    const server = createServer({ allowHalfOpen: true });
    const relay = new Relay(server);
    server.on('connection', (near: Socket) => {
      const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      const from = near.remoteAddress ?? '';
      relay.#add({ from, way: 'there', source: near, sink: far });
      relay.#add({ from, way: 'back', source: far, sink: near });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  cut(from: string, way: Way): void {
    this.#cuts.add(`${from} ${way}`);
    for (const flow of this.#flows) if (this.#isCut(flow)) flow.source.unpipe(flow.sink);
  }

  join(from: string, way: Way): void {
    const cut = [...this.#flows].filter((flow) => flow.from === from && flow.way === way);
    this.#cuts.delete(`${from} ${way}`);
    for (const flow of cut) this.#start(flow);
  }

  /**
   * Loses the present connections of a worker, as after a failover: nothing passes any more, and neither side notices when the other side
   * closes the connection. New connections work.
   */
  lose(from: string): void {
    for (const flow of this.#flows) {
      if (flow.from !== from) continue;
      flow.source.unpipe(flow.sink);
      this.#dead.add(flow.source);
      this.#flows.delete(flow);
    }
  }

  #add(flow: Flow): void {
    this.#flows.add(flow);
    flow.source.on('error', () => {});
    flow.source.on('close', () => {
      if (this.#flows.has(flow) && !this.#isCut(flow)) this.#end(flow);
    });
    if (!this.#isCut(flow)) this.#start(flow);
  }

  #start(flow: Flow): void {
    if (flow.source.destroyed) this.#end(flow);
    else flow.source.pipe(flow.sink);
  }

  #end(flow: Flow): void {
    this.#flows.delete(flow);
    flow.sink.end();
  }

  #isCut({ from, way }: Flow): boolean {
    return this.#cuts.has(`${from} ${way}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { source } of this.#flows) source.destroy();
    for (const socket of this.#dead) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
