import { baseUrl, isLoopback, isServiceHost } from '@chatferry/contract';
import { expect, test } from 'vitest';

const app = { appId: '123abc', region: 'eu' } as const;

test('the chat and calls addresses begin with the app, the management address has neither app nor region', () => {
  expect(new URL(baseUrl('chat', app))).toMatchObject({ protocol: 'https:', pathname: '/v3' });
  expect(new URL(baseUrl('chat', app)).hostname).toMatch(/^123abc\.api-eu\./);
  expect(new URL(baseUrl('calls', app)).hostname).toMatch(/^123abc\.call-eu\./);
  expect(baseUrl('management', app)).not.toMatch(/123abc|eu\b/);
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['127.0.0.1.example.org', false],
  ['localhost.example.org', false],
  ['10.0.0.1', false],
])('%s is this machine: %s', (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected);
});

test.each([
  ['app.api-us.cometchat.io', true],
  ['media-eu.cometchat.io', true],
  ['app.api-us.cc-cluster-2.io', true],
  ['app.websocket-in.cc-edge-2.io', true],
  ['MEDIA-US.CometChat.io', true],
  ['media-us.cometchat.io.', true],
  ['files.example.org', false],
  ['cometchat.io.example.org', false],
  ['notcometchat.io', false],
  ['evil-cc-edge-2.io', false],
])('%s belongs to the service: %s', (hostname, expected) => {
  expect(isServiceHost(hostname)).toBe(expected);
});
