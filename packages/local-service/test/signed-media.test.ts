import { expect, test } from 'vitest';
import { importMessages, importSample, message } from './support/records.ts';
import { type Rig, startRig } from './support/rig.ts';

async function urlsIn(rig: Rig): Promise<string[]> {
  const listed = await rig.data('messages.list', { query: { affix: 'append', fromTimestamp: 1 } });
  return listed.flatMap(({ data }: { data: { url?: string; attachments: { url: string }[] } }) => [
    ...data.attachments.map(({ url }) => url),
    ...(data.url === undefined ? [] : [data.url]),
  ]);
}

test('addresses of files are signed in each answer, and end', async () => {
  await using rig = await startRig({ faults: [{ fault: 'signed-media', seconds: 900 }] });
  await importSample(rig);
  const own = new URL('/media/app/media/a.png', rig.service.baseUrl).href;
  const hosted = 'https://media-us.cometchat.io/app/media/b.png';
  const other = 'https://x.example/c.png';
  const attachments = [own, hosted, other].map((url) => ({
    url,
    name: 'a.png',
    mimeType: 'image/png',
    extension: 'png',
  }));
  await importMessages(rig, message('m1', { type: 'image', data: { url: own, attachments } }));
  const statusOf = async (url: string): Promise<number> => (await rig.send('GET', url)).status;

  const [first, ofService, foreign, single] = await urlsIn(rig);

  expect(first).toMatch(
    /\/media\/app\/media\/a\.png\?Expires=\d+&Signature=[\w-]+&Key-Pair-Id=LOCAL$/,
  );
  expect(ofService).toContain(`${hosted}?Expires=`);
  expect([foreign, single]).toEqual([other, first]);
  expect(await statusOf(first!)).toBe(200);
  expect(await statusOf(own)).toBe(403);
  expect(await statusOf(first!.replace('a.png', 'b.png'))).toBe(403);
  rig.pass(900);
  expect(await statusOf(first!)).toBe(403);
  const [again] = await urlsIn(rig);
  expect(again).not.toBe(first);
  expect(await statusOf(again!)).toBe(200);
});
