import { describe, expect, test } from 'vitest';
import { metricsAddressFrom } from '../src/arguments/metrics-address.ts';
import { parseArguments } from '../src/arguments/parse-arguments.ts';
import { Refusal } from '@chatferry/contract/refusal';

const names = [
  'job',
  'json',
  'max-rejects',
  'records-per-request',
  'shared-quota',
  'give-up-after',
  'region',
  'retention-months',
  'gone',
  'help',
] as const;

test('options and arguments may stand in any order', () => {
  const { values, positionals } = parseArguments(
    ['a.csv', '--json', '--job=here', 'b.csv', '--no-shared-quota'],
    names,
  );

  expect(values).toEqual({ json: true, job: 'here', 'shared-quota': false });
  expect(positionals).toEqual(['a.csv', 'b.csv']);
});

test('what was not given is absent, so that the configuration can say it', () => {
  expect(parseArguments([], names).values).toEqual({});
});

test.each([
  [['--max-rejects', '20'], { 'max-rejects': 20 }],
  [['--max-rejects', '1.5%'], { 'max-rejects': { percent: 1.5 } }],
  [['--records-per-request', '50'], { 'records-per-request': 50 }],
  [['--give-up-after', '90s'], { 'give-up-after': 90_000 }],
  [['--give-up-after', '2d'], { 'give-up-after': 172_800_000 }],
  [['--retention-months', 'none'], { 'retention-months': 'none' }],
  [['--retention-months', '12'], { 'retention-months': 12 }],
  [['--region', 'eu'], { region: 'eu' }],
  [['--gone', 'remove=12'], { gone: 12 }],
  [['--job', '-'], { job: '-' }],
])('%j is read', (args, values) => {
  expect(parseArguments(args, names).values).toEqual(values);
});

test.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['0', { host: '127.0.0.1', port: 0 }],
  ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
  ['metrics.local:80', { host: 'metrics.local', port: 80 }],
])('metrics are served at %s', (text, address) => {
  expect(metricsAddressFrom(text)).toEqual(address);
});

describe('is refused, with what to do:', () => {
  test.each([
    [['--jbo', 'x'], "There is no option '--jbo'. Did you mean '--job'?"],
    [['--jsno'], "There is no option '--jsno'. Did you mean '--json'?"],
    [['--dry-rnu'], "There is no option '--dry-rnu'."],
    [['-x'], "There is no option '-x'."],
    [['--port', '1'], "This command does not take '--port'."],
    [['--no-json'], "There is no option '--no-json'."],
    [['--json=yes'], "--json takes no value, but is given 'yes'."],
    [['--job'], '--job needs a value: --job DIR.'],
    [['--job', '--json'], '--job needs a value: --job DIR.'],
    [['--job='], '--job is empty.'],
    [['--job', 'a', '--job', 'b'], '--job is given twice.'],
    [['--records-per-request', '51'], 'from 1 to 50'],
    [['--records-per-request', '0'], 'from 1 to 50'],
    [['--max-rejects', '101%'], 'a whole number or a share'],
    [['--max-rejects', '1.5'], 'a whole number or a share'],
    [['--max-rejects', '-1'], 'a whole number or a share'],
    [['--give-up-after', '5'], 'a time such as'],
    [['--region', 'mars'], 'one of us, eu, in'],
    [['--retention-months', '0'], "(or 'none') is '0'"],
    [['--gone', '12'], "--gone is '12', but must be remove=N."],
    [['--gone', 'remove='], "--gone remove is '', but must be a whole number, 1 or more."],
  ])('%j', (args, message) => {
    expect(() => parseArguments(args, names)).toThrow(message);
    expect(() => parseArguments(args, names)).toThrow(Refusal);
  });

  test.each(['--api-key=abc', '--apikey', '--secret', '--key', '--token', '--Password'])(
    'a key as %s',
    (arg) => {
      expect(() => parseArguments([arg, 'abc'], names)).toThrow(
        expect.objectContaining({
          message: expect.not.stringContaining('abc'),
          fix: expect.stringContaining('CHATFERRY_API_KEY'),
        }),
      );
    },
  );
});
