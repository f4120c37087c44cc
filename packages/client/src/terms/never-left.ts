/** The error for a request that was not sent: when a connection was ready, the caller no longer allowed the request. */
export class NeverLeft extends Error {
  override readonly name = 'NeverLeft';

  constructor() {
    super('The request was not allowed to leave any more; nothing was sent.');
  }
}
