import { readFileSync } from 'node:fs';
import path from 'node:path';
import { byKind } from '@chatferry/contract';
import { countAnswers, measureFollower, Metrics, RunMetrics } from '@chatferry/job/metrics';
import { noOutcomes } from '@chatferry/runner';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseOpenMetrics } from '../../job/test/support/open-metrics.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/monitoring.md'), 'utf8');

interface Rules {
  readonly groups: readonly { readonly rules: readonly { alert: string; expr: string }[] }[];
}

const { rules } = (parse(/^```yaml alerts\n([\s\S]*?)^```/m.exec(page)![1]!) as Rules).groups[0]!;

/** The texts of the nodes of one type in an expression. @throws when it is not PromQL */
function nodesOf(expr: string, type: string): string[] {
  const found: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type: { name, isError }, from, to }) => {
      if (isError) throw new Error(`not PromQL at ${from}: ${expr}`);
      if (name === type) found.push(expr.slice(from, to));
    },
  });
  return found;
}

/** What a process reports that has met everything the rules ask for. */
function output(): ReturnType<typeof parseOpenMetrics> {
  const metrics = new Metrics();
  const run = new RunMetrics(metrics, 'job-1');
  const counts = byKind(() => ({ ...noOutcomes, pending: 3 }));
  run.take({ type: 'started', run: 1, counts });
  run.take({ type: 'waiting', why: 'paused', until: undefined, message: '' });
  countAnswers(metrics, { app: 'app-1', quota: () => 60, monotonicMs: () => 0 })({
    operation: 'dataImport.users',
    api: 'chat',
    method: 'POST',
    attempt: 1,
    status: 429,
    error: undefined,
    tookMs: 1,
  });
  const waiting = { missing: 1, 'taken-id': 1, removals: 1 };
  const nothing = {
    gone: 0,
    behindSince: undefined,
    fallingBehind: undefined,
    longTransaction: undefined,
    cutOver: undefined,
    app: { to: 1, segments: 2, at: 0, dueSince: 0, different: 0, differing: [] },
  };
  const status = { toPlan: 1, waiting, comparedAt: 0, ...nothing };
  measureFollower(
    metrics,
    'job-1',
    () => status,
    () => 60_000,
  );
  return parseOpenMetrics(metrics.text());
}

test('the page has nine alerts', () => {
  expect(rules).toHaveLength(9);
  expect(() => nodesOf('sum by (job (a)', 'Identifier')).toThrow('not PromQL');
});

test.each(rules.map(({ alert, expr }) => [alert, expr]))(
  '%s names metrics, labels and values that a process reports',
  (_, expr) => {
    const samples = output();
    const selectors = nodesOf(expr, 'VectorSelector');

    expect(selectors.length).toBeGreaterThan(0);
    for (const selector of selectors) {
      const [name] = nodesOf(selector, 'Identifier');
      const matchers = Object.entries(matchersOf(selector));
      const found = samples.filter((each) => each.name === name);
      expect([selector, found.length > 0]).toEqual([selector, true]);
      for (const [label, values] of matchers)
        for (const value of values)
          expect([selector, value, found.some(({ labels }) => labels[label] === value)]).toEqual([
            selector,
            value,
            true,
          ]);
    }
    const known = new Set(samples.flatMap(({ labels }) => Object.keys(labels)));
    const grouped = nodesOf(expr, 'GroupingLabels').flatMap((labels) => labels.match(/\w+/g)!);
    expect(grouped.filter((label) => !known.has(label))).toEqual([]);
  },
);

/** The values that a selector asks for, by label. */
function matchersOf(selector: string): Record<string, string[]> {
  const pairs = [...selector.matchAll(/(\w+)=~?"([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, label, values]) => [label!, values!.split('|')]));
}

test('the table of the page has the metrics that a process reports, and no other', () => {
  const documented = [...page.matchAll(/^\| `(chatferry_\w+)` +\| ([^|]*)\|/gm)].map(
    ([, name, labels]) => [name, ...labels!.matchAll(/\w+/g)].map(String),
  );
  const reported = output().map(({ name, labels }) => [
    name.replace(/_(bucket|count|sum)$/, ''),
    ...Object.keys(labels),
  ]);

  const inTable = new Set(documented.map(([name]) => name));
  expect(new Set(reported.map(([name]) => name))).toEqual(inTable);
  for (const [name, ...labels] of reported)
    expect(documented.find(([each]) => each === name)).toEqual(
      expect.arrayContaining([name, ...labels]),
    );
});
