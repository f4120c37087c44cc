import type { Metric, Sample } from './metric.ts';

/** For the header `content-type`. */
export const METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/**
 * Metrics as text.
 * @see https://prometheus.io/docs/specs/om/open_metrics_spec/ version 1.0.0
 */
export function metricsText(metrics: readonly Metric[]): string {
  return `${metrics.flatMap(linesOf).join('\n')}\n# EOF\n`;
}

function linesOf(metric: Metric): string[] {
  const { name, type, unit, help } = metric;
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
    ...Array.from(metric.samples(), (sample) => sampleLine(name, sample)),
  ];
}

function sampleLine(name: string, { suffix, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
