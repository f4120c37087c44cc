// Loaded before a worker: its connections come from the address OWN_ADDRESS, so that a relay can tell the workers apart.
import { Socket, type TcpNetConnectOpts } from 'node:net';

const localAddress = process.env['OWN_ADDRESS'];
const { connect } = Socket.prototype as { connect: (...args: unknown[]) => Socket };

if (localAddress !== undefined)
  (Socket.prototype as { connect: unknown }).connect = function (
    this: Socket,
    ...args: unknown[]
  ): Socket {
    const [first, second, ...rest] = args;
    // net.connect() passes the options and the listener as one array that is marked as normalized.
    if (Array.isArray(first)) Object.assign(first[0] as TcpNetConnectOpts, { localAddress });
    else if (typeof first === 'object') Object.assign(first as TcpNetConnectOpts, { localAddress });
    else return connect.call(this, { port: Number(first), host: second, localAddress }, ...rest);
    return connect.call(this, ...args);
  };
