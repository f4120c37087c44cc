import { errorBody } from '../terms/service-problem.ts';
import type { Duplex } from 'node:stream';

/** The errors that Node reports for a request before it reaches the server, with their answers. */
const ANSWERS: Readonly<Record<string, readonly [statusLine: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/**
 * Answers a request that is not HTTP, has too large headers or does not arrive completely, with an error object as for any other mistake,
 * and closes the connection.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, id: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [statusLine, message] = ANSWERS[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP.',
  ];
  const body = JSON.stringify({ error: errorBody('ERR_BAD_REQUEST', message) });
  socket.end(
    `HTTP/1.1 ${statusLine}\r\ncontent-type: application/json; charset=utf-8\r\nx-instance-id: ${id}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
