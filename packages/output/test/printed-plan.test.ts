import { byKind } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { planReport, shortReport } from '../src/planning/plan-report.ts';
import { contextOf, root, summaryOf, ten } from './support/printed.ts';
import { combinations, faultsOf } from './support/sentence-table.ts';

// Every sentence about a plan, and the states in which it is printed. Those of a plan after another job have a table beside those of
// the other commands.

const is = [0, 1] as const;
const always = (): boolean => true;

interface Rows {
  readonly rejected: number;
  readonly excluded: number;
  readonly filtered: number;
  readonly made: number;
  readonly dropped: number;
  readonly quota: boolean;
  readonly changedIds: boolean;
  readonly quiet: boolean;
}

const isLoud = ({ quiet }: Rows): boolean => !quiet;

test('each sentence about the rows and the cost of a plan is printed in the states in which it is true', () => {
  const cases = combinations<Rows>({
    rejected: [0, 2],
    excluded: is,
    filtered: is,
    made: is,
    dropped: is,
    quota: [true, false],
    changedIds: [true, false],
    quiet: [true, false],
  });
  const linesOf = (one: Rows): readonly string[] => {
    const summary = summaryOf(
      { ...one, made: one.made, madeBy: one.made > 0 ? { onMissingUser: 1 } : {} },
      {
        droppedFields: one.dropped,
        filtered: one.filtered > 0 ? [{ kind: 'users', reason: 'active is no', rows: 1 }] : [],
      },
    );
    const context = contextOf({
      excluded: { ...byKind(() => 0), users: one.excluded },
      finishesAt: one.quota ? ten + 120_000 : undefined,
      hasIdMap: one.changedIds,
    });
    return one.quiet ? shortReport(summary, context) : planReport(summary, context);
  };

  const faults = faultsOf(cases, linesOf, [
    [/^$|^ +rows +planned|^(users|groups|members|messages) +\d/, isLoud],
    [/ filtered  warnings$/, (one) => isLoud(one) && one.filtered > 0],
    [/^4 records in 2 requests, 5\.0 kB\.$/, ({ quota }) => !quota],
    [/^4 records in 2 requests, .* at the quota, done at .* if started now\.$/, (one) => one.quota],
    [
      /^Filtered as configured: 1 user where active is no\.$/,
      (one) => isLoud(one) && one.filtered > 0,
    ],
    [
      /^1 row left out as configured: among the rejected,/,
      (one) => isLoud(one) && one.excluded > 0,
    ],
    [/^Counted as rows: 1 missing user created as/, (one) => isLoud(one) && one.made > 0],
    [/^Every rejected row: REJECTS$/, (one) => isLoud(one) && one.rejected > 0],
    [/^Every optional value that was left out: DROPPED$/, (one) => isLoud(one) && one.dropped > 0],
    [/^Ids that had to be changed, .*: ID-MAP$/, (one) => isLoud(one) && one.changedIds],
    [
      /^2 rows rejected: REJECTS$/,
      ({ quiet, rejected, excluded }) => quiet && rejected > 0 && excluded === 0,
    ],
    [
      /^2 rows rejected, 1 of them left out as configured: REJECTS$/,
      ({ quiet, rejected, excluded }) => quiet && rejected > 0 && excluded > 0,
    ],
  ]);

  expect(faults).toEqual([]);
});

interface Notes {
  readonly direct: number;
  readonly silent: number;
  readonly messages: number;
  readonly replies: number;
  readonly roles: 0 | 1 | 11;
  readonly hosts: 'none' | 'open' | 'signed';
  readonly ignored: 'nothing' | 'unknown' | 'a link' | 'skipped';
  readonly unread: 0 | 1 | 11;
  readonly undecided: number;
}

test('each note about a plan is printed in the states in which it is true', () => {
  const cases = combinations<Notes>({
    direct: [0, 1, 2],
    silent: is,
    messages: is,
    replies: is,
    roles: [0, 1, 11],
    hosts: ['none', 'open', 'signed'],
    ignored: ['nothing', 'unknown', 'a link', 'skipped'],
    unread: [0, 1, 11],
    undecided: is,
  });
  const linesOf = (one: Notes): readonly string[] => {
    const { kinds, ...summary } = summaryOf(
      {},
      {
        directConversations: one.direct,
        usersWithoutMessages: one.silent,
        roles: Array.from({ length: one.roles }, (_, nth) => ({
          role: `r${nth}`,
          name: `r${nth}`,
          users: 1,
        })),
        attachmentHosts:
          one.hosts === 'none'
            ? []
            : [{ host: 'h', attachments: 1, ...(one.hosts === 'signed' && { unreachable: 1 }) }],
        unread: Array.from({ length: one.unread }, (_, nth) => ({
          file: `f${nth}.csv`,
          kind: 'users',
          place: 'shoe size',
          values: 3,
        })),
        undecided:
          one.undecided === 0
            ? []
            : [
                {
                  file: 'u.csv',
                  kind: 'users',
                  column: 'deleted',
                  marked: 1,
                  rows: 4,
                  value: 'yes',
                },
              ],
      },
    );
    const planned = {
      ...kinds,
      messages: { ...kinds.messages, planned: one.messages },
      replies: { ...kinds.replies, planned: one.replies },
    };
    const file = { file: 'x.txt', isLinkOutside: one.ignored === 'a link' };
    const ignored =
      one.ignored === 'nothing'
        ? []
        : [one.ignored === 'skipped' ? { ...file, skipped: 'old' } : file];
    return planReport({ ...summary, kinds: planned }, contextOf({ ignored }));
  };

  const faults = faultsOf(cases, linesOf, [
    [/^$|^ +rows +planned|^\w+ +\d|^\d records? in 2 requests/, always],
    [/^1 group of two people sent as a conversation of the two; /, ({ direct }) => direct === 1],
    [/^2 groups of two people sent as conversations of the two; /, ({ direct }) => direct === 2],
    [/^1 user without any message\.$/, ({ silent, messages }) => silent > 0 && messages > 0],
    [/^Sent live, so that the app may notify users/, ({ replies }) => replies > 0],
    [/^Roles that must exist in the app: r0 \(1 user\)\.$/, ({ roles }) => roles === 1],
    [
      /^Roles that must exist .* and 1 more; --json lists all of them\.$/,
      ({ roles }) => roles > 10,
    ],
    [/^Attachments stay where they are; /, ({ hosts }) => hosts === 'open'],
    [/^Attachments that cannot be opened, /, ({ hosts }) => hosts === 'signed'],
    [/^Not read: x\.txt \(old\)$/, ({ ignored }) => ignored === 'skipped'],
    [/^Ignored, because their names show no kind: x\.txt$/, ({ ignored }) => ignored === 'unknown'],
    [/^Ignored, .*: x\.txt \(a link that leads outside /, ({ ignored }) => ignored === 'a link'],
    [/^Not read of f0\.csv: shoe size \(3 values\)\.$/, ({ unread }) => unread > 0],
    [/^Not read of f[1-9]\.csv: /, ({ unread }) => unread > 9],
    [/^… and 1 more file of which something is not read\.$/, ({ unread }) => unread > 10],
    [/^u\.csv: deleted is "yes" or the like in 1 of 4 rows, /, ({ undecided }) => undecided > 0],
  ]);

  expect(faults).toEqual([]);
});

interface Causes {
  readonly number: 0 | 1 | 12 | 14;
  readonly severity: 'reject' | 'warning';
  readonly code: 'bad-id' | 'wrong-type';
  readonly field: 'uid' | undefined;
  readonly fallen: number;
  readonly notCarried: number;
  readonly notes: number;
  readonly exports: number;
}

test('each sentence about causes and exports is printed in the states in which it is true', () => {
  const cases = combinations<Causes>({
    number: [0, 1, 12, 14],
    severity: ['reject', 'warning'],
    code: ['bad-id', 'wrong-type'],
    field: ['uid', undefined],
    fallen: is,
    notCarried: is,
    notes: is,
    exports: is,
  });
  const linesOf = (one: Causes): readonly string[] => {
    const { number, severity, code, field } = one;
    const example = { file: 'users.csv', line: 1, field, value: field && 'a b', message: 'M.' };
    const fallen = { ...byKind(() => 0), members: one.fallen };
    const roots = Array.from({ length: number }, (_, nth) =>
      root(nth + 1, { severity, code, example, fallen }),
    );
    const found = {
      file: 'a.zip',
      system: 'slack',
      rule: 'it has users.json',
      idRule: 1,
      records: [{ type: 'user', count: 4 }],
      notes: one.notes > 0 ? [{ subject: 'users', fact: 'bots', count: 1 }] : [],
      notCarried: one.notCarried > 0 ? [{ type: 'file', reason: 'no address', count: 1 }] : [],
    };
    return planReport(
      summaryOf({}, { exports: one.exports > 0 ? [found] : [] }),
      contextOf({ roots }),
    );
  };
  const isAny = ({ number }: Causes): boolean => number > 0;
  const isRead = (one: Causes): boolean => one.exports > 0;
  const isOfMessage = ({ code, field }: Causes): boolean =>
    code === 'wrong-type' || field === undefined;

  const faults = faultsOf(cases, linesOf, [
    [/^$|^ +rows +planned|^(users|groups|members|messages) +\d|^\d records? in 2 requests/, always],
    [/^Problems, by cause$|^ {2}Cause 1\.$|^ {4}Fix 1\.$/, isAny],
    [/^ {2}Cause (2|12)\.$|^ {4}Fix (2|12)\.$/, ({ number }) => number >= 12],
    [/^ {2}Cause ([3-9]|1[01])\.$|^ {4}Fix ([3-9]|1[01])\.$/, ({ number }) => number >= 12],
    [/^ {2}… and 2 more causes \(27 rows\), with --json$/, ({ number }) => number > 12],
    [
      /^ {4}warning (bad-id|wrong-type), \d+ rows?; /,
      (one) => isAny(one) && one.severity === 'warning',
    ],
    [/^ {4}(bad-id|wrong-type), \d+ rows?; /, (one) => isAny(one) && one.severity === 'reject'],
    [/; such as users\.csv:1: uid = "a b"$/, (one) => isAny(one) && !isOfMessage(one)],
    [/; such as users\.csv:1: M\.$/, (one) => isAny(one) && isOfMessage(one)],
    [/^ {4}→ rejected with them: 1 membership$/, (one) => isAny(one) && one.fallen > 0],
    [/^a\.zip was read as an export of slack: |^ {2}Records: user 4\.$/, isRead],
    [/^ {2}Of the users, 1: bots\.$/, (one) => isRead(one) && one.notes > 0],
    [
      /^ {2}Not carried, each in NOT-CARRIED:$|^ {4}file 1: no address$/,
      (one) => isRead(one) && one.notCarried > 0,
    ],
  ]);

  expect(faults).toEqual([]);
});
