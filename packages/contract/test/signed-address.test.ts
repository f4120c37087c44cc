import { expect, test } from 'vitest';
import { signedAddress } from '@chatferry/contract';

test.each([
  ['https://a.example/p.png', undefined, undefined, 'https://a.example/p.png'],
  ['https://a.example/f?id=7#top', undefined, undefined, 'https://a.example/f?id=7'],
  [
    'https://b.s3.amazonaws.com/k?X-Amz-Algorithm=A&X-Amz-Date=20260101T000000Z&X-Amz-Expires=3600&X-Amz-Signature=s&versionId=3',
    's3',
    1_767_229_200,
    'https://b.s3.amazonaws.com/k?versionId=3',
  ],
  [
    'https://b.s3.amazonaws.com/k?AWSAccessKeyId=A&Expires=1700000000&Signature=s',
    's3',
    1_700_000_000,
    'https://b.s3.amazonaws.com/k',
  ],
  [
    'https://storage.googleapis.com/b/k?X-Goog-Date=20260101T000000Z&X-Goog-Expires=60&X-Goog-Signature=s',
    'gcs',
    1_767_225_660,
    'https://storage.googleapis.com/b/k',
  ],
  [
    'https://c.example/k?Expires=1700000000&Signature=s&Key-Pair-Id=K',
    'cloudfront',
    1_700_000_000,
    'https://c.example/k',
  ],
  [
    `https://c.example/k?Policy=${btoa('{"Statement":[{"Condition":{"DateLessThan":{"AWS:EpochTime":1700000001}}}]}')}&Signature=s&Key-Pair-Id=K`,
    'cloudfront',
    1_700_000_001,
    'https://c.example/k',
  ],
  [
    'https://x.blob.core.windows.net/c/k?sv=2022&se=2026-01-01T00%3A00%3A00Z&sr=b&sp=r&sig=s',
    'azure',
    1_767_225_600,
    'https://x.blob.core.windows.net/c/k',
  ],
  [
    'https://cdn.discordapp.com/attachments/1/2/a.png?ex=65a0b0c0&is=1&hm=2&width=9',
    'discord',
    0x65a0b0c0,
    'https://cdn.discordapp.com/attachments/1/2/a.png?width=9',
  ],
  [
    'https://firebasestorage.googleapis.com/v0/b/x/o/p.png?alt=media&token=t',
    'firebase',
    undefined,
    'https://firebasestorage.googleapis.com/v0/b/x/o/p.png?alt=media',
  ],
  [
    'https://files.slack.com/files-pri/T-F/a.png?t=xoxe-1',
    'slack',
    undefined,
    'https://files.slack.com/files-pri/T-F/a.png',
  ],
  [
    'https://scontent-fra3-1.xx.fbcdn.net/v/t1.0/1_n.jpg?stp=dst-jpg_s100&_nc_cat=1&ccb=1-7&_nc_sid=a&oh=00_A&oe=69AA3F6F',
    'facebook',
    0x69aa3f6f,
    'https://scontent-fra3-1.xx.fbcdn.net/v/t1.0/1_n.jpg?stp=dst-jpg_s100',
  ],
  [
    'https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=7&height=50&ext=1700000000&hash=AeQ',
    'facebook',
    1_700_000_000,
    'https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=7&height=50',
  ],
  [
    'https://media.licdn.com/dms/image/C4/profile/0/1?e=1700000000&v=beta&t=x',
    'linkedin',
    1_700_000_000,
    'https://media.licdn.com/dms/image/C4/profile/0/1',
  ],
  [
    'https://b-1.cos.ap-nanjing.myqcloud.com/k?q-sign-algorithm=sha1&q-ak=A&q-key-time=1600000000;1700000000&q-signature=s&v=2',
    'tencent',
    1_700_000_000,
    'https://b-1.cos.ap-nanjing.myqcloud.com/k?v=2',
  ],
  [
    `https://x.supabase.co/storage/v1/object/sign/b/k.png?token=h.${btoa('{"url":"b/k.png","exp":1700000000}').replaceAll('=', '')}.s-_`,
    'other',
    1_700_000_000,
    'https://x.supabase.co/storage/v1/object/sign/b/k.png',
  ],
] as const)('%s', (address, scheme, expiresAt, key) => {
  expect(signedAddress(address)).toEqual({ scheme, expiresAt, key });
});

const policy = (json: string): string =>
  btoa(json).replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');

test.each([
  ['in milliseconds', 'e=1&exp=1700000000123&sig=s', 1_700_000_000],
  ['by another name', 'expiry=1700000000&hmac=s&sig=s', 1_700_000_000],
  ['as a number that is no time', 'exp=99&sig=s', undefined],
  ['as a text', 'exp=never&sig=s', undefined],
])('an end %s', (_, query, expiresAt) => {
  expect(signedAddress(`https://x.example/f?${query}`)).toMatchObject({
    scheme: 'other',
    expiresAt,
  });
});

test.each([
  ['other characters', policy('{"?>>":"ÿÿ~","AWS:EpochTime" : 1700000001 }'), 1_700_000_001],
  ['no time', policy('{"Statement":[]}'), undefined],
  ['no policy', 'not base 64!', undefined],
])('a policy of CloudFront with %s', (_, text, expiresAt) => {
  const address = `https://c.example/k?Policy=${encodeURIComponent(text)}&Signature=s&Key-Pair-Id=K`;

  expect(signedAddress(address)).toMatchObject({ scheme: 'cloudfront', expiresAt });
});

test.each([
  ['the end alone of Azure', 'https://x.example/f?se=2026-01-01&v=1', 'other'],
  ['a token of Slack', 'https://files.slack.com/a.png?token=x', 'slack'],
  ['a token elsewhere', 'https://slack.example/a.png?token=x', 'other'],
  ['a signature without an end', 'https://b.example/k?AWSAccessKeyId=A&Signature=s', 'other'],
  [
    'an end without a signature',
    'https://b.example/k?AWSAccessKeyId=A&Expires=1700000000',
    'other',
  ],
  [
    'an older form of Google',
    'https://b.example/k?GoogleAccessId=A&Expires=1700000000&Signature=s',
    'gcs',
  ],
  ['neither of both', 'https://b.example/k?Expires=1700000000&Signature=s', 'other'],
])('%s is of this kind', (_, address, scheme) => {
  expect(signedAddress(address)?.scheme).toBe(scheme);
});

test('a date of another form has no end', () => {
  for (const date of ['x20260101T000000Z', '20260101T000000Zx', ''])
    expect(
      signedAddress(`https://b.example/k?X-Amz-Date=${date}&X-Amz-Expires=9&X-Amz-Signature=s`),
    ).toMatchObject({ scheme: 's3', expiresAt: undefined });
});

test('an end without a signature is part of the address of a file', () => {
  const [one, other] = ['2', '3'].map((exp) =>
    signedAddress(`https://x.example/f?exp=${exp}&id=7`),
  );

  expect(one!.key).not.toBe(other!.key);
});

test('a signature with an end names no file', () => {
  const one = signedAddress('https://x.example/f?id=7&exp=1700000000&sig=a')!;
  const other = signedAddress('https://x.example/f?id=7&exp=1800000000&sig=b')!;
  expect(one).toEqual({
    scheme: 'other',
    expiresAt: 1_700_000_000,
    key: 'https://x.example/f?id=7',
  });
  expect(other.key).toBe(one.key);
});

test('where only the host knows which parameter names the file, two files have two keys, and no key has the secret', () => {
  const keys = ['one', 'two'].map((token) =>
    signedAddress(`https://x.example/get?token=${token}`)!,
  );
  expect(keys[0]!.key).not.toBe(keys[1]!.key);
  expect(keys.map(({ scheme }) => scheme)).toEqual(['other', 'other']);
  expect(keys[0]!.key).not.toContain('one');
});

const tokenOf = (claims: object): string =>
  `h.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.s`;

const keyOfToken = (path: string, claims: object): string =>
  signedAddress(`https://x.example${path}?token=${tokenOf(claims)}`)!.key;

test('a token names the file, unless it is about the file that the path names', () => {
  const [exp, later] = [1_700_000_000, 1_800_000_000];

  expect(keyOfToken('/sign/b/a%20b.png', { url: 'b/a b.png', exp })).toBe(
    keyOfToken('/sign/b/a%20b.png', { url: 'b/a b.png', exp: later }),
  );
  expect(keyOfToken('/get', { file: 'a', exp })).not.toBe(keyOfToken('/get', { file: 'b', exp }));
  expect(keyOfToken('/get', { url: 'a.png', exp })).not.toBe(
    keyOfToken('/get', { url: 'b.png', exp }),
  );
});

test.each([
  'https://x.example/get?token=one',
  'https://x.example/f?id=7&exp=1700000000&sig=a&token=b',
  'https://x.example/f?apikey=k&exp=1700000000',
  `https://x.example/f?token=h.${btoa('{"sub":"a"}')}.s`,
])('the key of %s is a name without secrets, which has itself as its key', (address) => {
  const { key } = signedAddress(address)!;

  expect(signedAddress(key)).toEqual({ scheme: undefined, expiresAt: undefined, key });
});

test('what is not an address of the web is none', () => {
  expect(signedAddress('ftp://x.example/a')).toBeUndefined();
  expect(signedAddress('photos/a.jpg')).toBeUndefined();
  expect(signedAddress('web+https://x.example/a')).toBeUndefined();
  expect(signedAddress('https+x://x.example/a')).toBeUndefined();
  expect(signedAddress('http://x.example/a?b=1')).toMatchObject({ scheme: undefined });
});
