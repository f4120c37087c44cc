import { expect, test } from 'vitest';
import { sourceOptions } from '../src/index.ts';

const systems = {
  mattermost: 'filesUrl',
  zulip: 'filesUrl',
  discord: 'filesUrl',
  telegram: 'filesUrl',
  whatsapp: 'filesUrl',
  matrix: 'mediaUrl',
  xmpp: 'filesUrl',
  rocketchat: 'filesUrl',
  stream: 'filesUrl',
  sendbird: 'filesUrl',
  twilio: 'mediaUrl',
  pubnub: 'filesUrl',
  service: 'filesUrl',
};

test.each(Object.entries(systems))(
  'files of %s are not at an address after which no path can be, or that gives access',
  (system, option) => {
    const isTaken = (address: string): boolean =>
      sourceOptions.safeParse({ [system]: { [option]: address } }).success;

    expect(isTaken('https://files.example.com/@a/b%3F/')).toBe(true);
    for (const address of ['c?sig=secret', 'c?', 'c#part'])
      expect(isTaken(`https://files.example.com/${address}`)).toBe(false);
    expect(isTaken('https://user:secret@files.example.com/c')).toBe(false);
    expect(isTaken('ftp://files.example.com/c')).toBe(false);
  },
);
