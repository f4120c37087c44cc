import { ApiError } from '@chatferry/client';
import { isServiceHost } from '@chatferry/contract';
import { type CheckedApp, type Fields, type Question, openQuestion, question } from './question.ts';

/** The newest file of the app that the service itself stores. The address is never printed: it gives access to the file. */
async function storedFile({ client }: CheckedApp): Promise<URL | undefined> {
  const { data } = await client.call('messages.list', {
    query: { affix: 'prepend', hasAttachments: true, limit: 100 },
  });
  const addresses = data.toReversed().flatMap((message) => {
    const { attachments = [], url } = (message.data ?? {}) as {
      attachments?: Fields[];
      url?: unknown;
    };
    return [url, ...attachments.map((file) => file['url'])];
  });
  return (
    addresses
      .map((address) => (typeof address === 'string' ? URL.parse(address) : null))
      .find((address) => address !== null && isServiceHost(address.hostname)) ?? undefined
  );
}

const noFile = { untold: 'No message of the app has a file that the service stores.' } as const;

export const mediaQuestions: readonly Question[] = [
  question({
    asks: 'Are the addresses of files in answers to a key signed?',
    readings: { signed: 'yes', open: 'no', token: 'no, but they need a token' },
    find: async (app) => {
      const address = await storedFile(app);
      if (address === undefined) return noFile;
      const expires = Number(address.searchParams.get('Expires'));
      if (expires > 0) {
        const hours = Math.round((expires * 1000 - Date.now()) / 3_600_000);
        return { reading: 'signed', seen: `valid for about ${hours} more hours` };
      }
      return { reading: address.hostname.startsWith('files-') ? 'token' : 'open' };
    },
  }),

  question({
    asks: 'Can the download of a file be resumed?',
    readings: { yes: 'yes: parts are answered, with an ETag', no: 'no' },
    find: async (app) => {
      const address = await storedFile(app);
      if (address === undefined) return noFile;
      const answer = await fetch(address, { headers: { range: 'bytes=0-0' } }).catch(
        () => undefined,
      );
      if (answer === undefined) return { untold: 'The host of the file cannot be reached.' };
      const { status, headers } = answer;
      await answer.body?.cancel();
      if (status >= 400) return { untold: `The file is refused with ${status}.` };
      return { reading: status === 206 && headers.has('etag') ? 'yes' : 'no' };
    },
  }),

  question({
    asks: 'May a key that acts on behalf of a user ask for the upload of a file?',
    readings: { yes: 'yes: POST /files/upload-url', no: 'no' },
    find: async ({ client, own }) => {
      const [onBehalfOf, receiver] = own.pair('bob', 'cy');
      const file = { fileId: 'f1', name: 'check.txt', size: 1, mimeType: 'text/plain' };
      try {
        await client.request({
          method: 'POST',
          path: '/files/upload-url',
          body: { files: { f1: file }, receiver, receiverType: 'user' },
          onBehalfOf,
          attempts: 1,
        });
        return { reading: 'yes', seen: 'nothing was uploaded' };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === undefined) throw error;
        return { reading: 'no', seen: error.serviceCode };
      }
    },
  }),

  openQuestion(
    'Are the pictures of extensions and the recordings of calls signed?',
    'It needs an app with extensions and recorded calls.',
  ),
  openQuestion(
    'Do files outlive the message, the user and the app?',
    'A file would have to be uploaded, and watched for a month.',
  ),
];
