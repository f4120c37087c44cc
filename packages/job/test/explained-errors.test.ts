import { ApiError } from '@chatferry/client';
import { CodeError, InputError } from '@chatferry/parsers';
import { PlanError } from '@chatferry/planner';
import { JobLockedError, LedgerError, TimetableError } from '@chatferry/runner';
import { SourceError } from '@chatferry/sources';
import { expect, test } from 'vitest';
import { explainError, JobError } from '../src/index.ts';

const call = { operation: 'users.list', mayHaveLanded: false };
const file = { file: 'LEDGER', fix: 'F' };
const permissions = 'Check the permissions of the file and its folder, or choose another folder.';

function system(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: words`), { code, ...(path && { path }) });
}

test.each<[string, unknown, string, string | undefined, string | undefined, string]>([
  ['the job', new JobError('no-plan', ['one', 'two'], 'F'), 'refused', 'no-plan', 'F', 'one|two'],
  [
    'an input',
    new InputError('broken-file', 'M', { file: 'a' }, { fix: 'F' }),
    'refused',
    'broken-file',
    'F',
    'a: M',
  ],
  [
    'a plan that cannot be read where it is',
    new JobError('plan-unreachable', 'M', 'F'),
    'stopped',
    'plan-unreachable',
    'F',
    'M',
  ],
  ...(['disk-full', 'disk-error', 'read-only', 'store-unreachable', 'lost-lease'] as const).map(
    (code): [string, unknown, string, string, string, string] => [
      `a ledger: ${code}`,
      new LedgerError(code, 'M', file),
      'stopped',
      code,
      'F',
      'M',
    ],
  ),
  [
    'a locked job',
    new JobLockedError('D', { pid: 7, host: 'h', since: 0 }),
    'refused',
    'locked',
    'Wait for it to end or stop it, or use another job folder.',
    'D is in use by process 7 on h since 1970-01-01T00:00:00.000Z.',
  ],
  ['a query', new SourceError('bad-query', 'M', 'F'), 'refused', 'bad-query', 'F', 'M'],
  [
    'a lost database',
    new SourceError('database-lost', 'M', 'F'),
    'stopped',
    'database-lost',
    'F',
    'M',
  ],
  [
    'a timetable',
    new TimetableError('M'),
    'refused',
    'bad-timetable',
    'Write it like this: 22:00-06:00 60/min, 12:00-13:00 40/min, else 20/min',
    'M',
  ],
  ['code', new CodeError('a.ts', 'M', 'F'), 'refused', 'bad-code', 'F', 'a.ts: M'],
  ['a damaged plan', new PlanError('damaged', 'M', 'F'), 'refused', 'damaged', 'F', 'M'],
  ['an unreadable plan', new PlanError('unreadable', 'M', 'F'), 'stopped', 'unreadable', 'F', 'M'],
  [
    'a full disk under a plan',
    new PlanError('disk-full', 'M', 'F'),
    'stopped',
    'disk-full',
    'F',
    'M',
  ],
  [
    'another target',
    new LedgerError('other-target', 'M', file),
    'refused',
    'other-target',
    'F',
    'M',
  ],
  [
    'a full disk under a ledger',
    new LedgerError('disk-full', 'M', file),
    'stopped',
    'disk-full',
    'F',
    'M',
  ],
  ['a failing disk', new LedgerError('disk-error', 'M', file), 'stopped', 'disk-error', 'F', 'M'],
  ['a read-only ledger', new LedgerError('read-only', 'M', file), 'stopped', 'read-only', 'F', 'M'],
  [
    'a refused key',
    new ApiError('unauthorized', 'M', call),
    'stopped',
    'unauthorized',
    'Check the key (it needs the scope fullAccess), the app id and the region.',
    'users.list: M',
  ],
  [
    'a certificate',
    new ApiError('untrusted', 'M', call),
    'stopped',
    'untrusted',
    'Check the address; a certificate of your own goes into NODE_EXTRA_CA_CERTS.',
    'users.list: M',
  ],
  [
    'the service',
    new ApiError('timeout', 'M', call),
    'stopped',
    'timeout',
    'Try again later.',
    'users.list: M',
  ],
  [
    'a full disk',
    system('ENOSPC', '/a'),
    'stopped',
    'ENOSPC',
    'The disk is full. Free some space, then start again.',
    '/a: ENOSPC.',
  ],
  [
    'a quota',
    system('EDQUOT'),
    'stopped',
    'EDQUOT',
    'The disk quota is used up. Free some space, then start again.',
    'EDQUOT: words',
  ],
  [
    'a disk',
    system('EIO'),
    'stopped',
    'EIO',
    'The disk reports an error. Check the disk, or copy the job folder to another one, then start again.',
    'EIO: words',
  ],
  [
    'a read-only disk',
    system('EROFS', '/a'),
    'stopped',
    'EROFS',
    'The disk is read-only. Choose another job folder.',
    '/a: EROFS.',
  ],
  [
    'a file that may not be read',
    system('EACCES', '/a'),
    'refused',
    'EACCES',
    permissions,
    '/a: EACCES.',
  ],
  [
    'a folder that may not be made',
    Object.assign(system('EACCES', 'ro/job'), { syscall: 'mkdir' }),
    'refused',
    'EACCES',
    permissions,
    'ro/job cannot be created: this user lacks the permission (EACCES).',
  ],
  [
    'a file that may not be written',
    Object.assign(system('EROFS', 'chatferry.yaml.new'), { syscall: 'open' }),
    'stopped',
    'EROFS',
    'The disk is read-only. Choose another job folder.',
    'chatferry.yaml cannot be written: the disk is read-only (EROFS).',
  ],
  ['a forbidden step', system('EPERM', '/a'), 'refused', 'EPERM', permissions, '/a: EPERM.'],
  [
    'a file that is gone',
    system('ENOENT', '/a'),
    'stopped',
    'ENOENT',
    'The file, or its folder, does not exist or cannot be created. What was sent is recorded in the ledger, if the job folder still exists.',
    '/a: ENOENT.',
  ],
  [
    'too many files',
    system('EMFILE'),
    'stopped',
    'EMFILE',
    'Too many files are open. Raise the limit of open files.',
    'EMFILE: words',
  ],
])('an error of %s is explained', (_, error, end, code, fix, lines) => {
  const explained = explainError(error);

  expect({ ...explained, lines: explained?.lines.join('|') }).toEqual({ end, code, fix, lines });
});

test('a defect is not explained, and of two errors the first one that is known is', () => {
  const known = system('ENOSPC');
  const defect = new TypeError('x is not a function');

  expect(explainError(defect)).toBeUndefined();
  expect(explainError(new SuppressedError(system('EIO'), known))?.code).toBe('ENOSPC');
  expect(explainError(new SuppressedError(known, defect))?.code).toBe('ENOSPC');
  expect(explainError(new SuppressedError(defect, defect))).toBeUndefined();
});
