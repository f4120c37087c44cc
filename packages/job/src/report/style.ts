import type { HandOver } from './hand-over.ts';
import { Html } from './html.ts';

/** Colours, type and the forms that the report and other pages share. */
export const baseStyle: string = `
:root { color-scheme: light; --text: #1a1f24; --soft: #59636e; --line: #e1e6eb; --strong: #c3cbd3; --page: #fff; --wash: #f5f7f9; --accent: #0e6674; --tint: #d9eaed; --good: #1b7a4a; --look: #8a5a00; --bad: #b3261e; }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --text: #e4e8ec; --soft: #9ba7b3; --line: #2a323a; --strong: #46515c; --page: #13171b; --wash: #1a2026; --accent: #63bccb; --tint: #1d3a40; --good: #56c58d; --look: #e0ab4a; --bad: #ff8d80; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; padding: 0 16px 64px; background: var(--page); color: var(--text); font: 15px/1.55 Inter, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif; }
header, main, footer { max-width: 900px; margin: 0 auto; }
h1, h2, h3 { line-height: 1.25; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 0 0 12px; font-size: 19px; }
h3 { margin: 24px 0 6px; font-size: 15px; }
p { max-width: 68ch; margin: 0 0 10px; text-wrap: pretty; }
code { font: 0.9em/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; unicode-bidi: isolate; }
time, .short { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.zero, .note, .fields, .soft { color: var(--soft); }
.more { font-size: 13.5px; }
.more li { overflow-wrap: anywhere; }
.note { font-size: 13.5px; }
section { margin-top: 44px; }
ul, ol { margin: 0; padding-left: 1.2em; }
li { margin: 0 0 8px; }
li::marker { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { padding: 0 0 6px; text-align: left; color: var(--soft); font-size: 13px; }
th, td { padding: 6px 0 6px 18px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
tr > :first-child, .folds tr > :first-child { padding-left: 0; }
thead th { font-weight: 500; color: var(--soft); font-size: 13px; border-bottom-color: var(--strong); vertical-align: bottom; }
tbody th { font-weight: 500; }
tfoot :is(th, td) { font-weight: 600; border-bottom: 0; }
.wide { margin: 0 0 12px; }
.fields { font-size: 13px; line-height: 1.4; }
pre { margin: 6px 0 10px; padding: 8px 12px; background: var(--wash); border-radius: 4px; white-space: pre-wrap; font-size: 13.5px; }
.bar { display: block; width: 100%; height: 10px; }
.bar rect { fill: var(--accent); }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 22px; margin: 0; font-size: 14px; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.proof { list-style: none; padding: 0; border-top: 1px solid var(--line); }
.proof li { display: grid; grid-template-columns: 108px minmax(0, 1fr); gap: 4px 20px; margin: 0; padding: 9px 0; border-bottom: 1px solid var(--line); }
.proof .no b { color: var(--look); }
.causes { list-style: none; padding: 0; }
.causes li { display: grid; grid-template-columns: minmax(0, 1fr) 240px 4.2em; gap: 0 18px; margin: 0; padding: 10px 0; border-bottom: 1px solid var(--line); align-items: center; }
.causes strong { display: block; font-weight: 500; overflow-wrap: anywhere; }
.causes .what span { display: block; color: var(--soft); font-size: 13px; }
.causes .fix { grid-column: 1 / -1; max-width: none; margin: 3px 0 0; color: var(--soft); font-size: 13.5px; }
details { border-bottom: 1px solid var(--line); }
summary { padding: 10px 0; font-weight: 500; }
details > :not(summary) { margin-bottom: 14px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
svg text { font-family: inherit; }
.chart { margin: 0 0 18px; }
.chart svg { display: block; width: 100%; height: auto; overflow: visible; }
.grid { stroke: var(--line); } .tick { stroke: var(--strong); }
.axis { fill: var(--soft); font-size: 11px; font-variant-numeric: tabular-nums; }
.mark { fill: var(--text); font-size: 11px; font-weight: 600; }
.middle { text-anchor: middle; } .end { text-anchor: end; }
.area { fill: var(--tint); } .pause { fill: var(--line); }
.line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.strip { fill: var(--accent); } .strip.other { opacity: 0.45; }
figcaption { margin-top: 10px; max-width: 80ch; color: var(--soft); font-size: 13px; }
figcaption b { color: var(--text); }
`;

const report = `
header { padding-top: 40px; }
.kicker { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; max-width: none; margin: 0; color: var(--soft); font-size: 13px; }
h1 { margin: 14px 0 8px; font-size: 30px; letter-spacing: -0.02em; }
h1.bad { color: var(--bad); }
.lead { max-width: none; margin: 0 0 6px; }
.sub { margin: 0; color: var(--soft); font-size: 14px; }
.key { display: grid; grid-template-columns: repeat(3, 1fr); margin: 28px 0 0; border-top: 1px solid var(--strong); border-bottom: 1px solid var(--line); }
.key > div { padding: 16px 20px 18px 0; }
.key > div + div { padding-left: 20px; border-left: 1px solid var(--line); }
.key dt { color: var(--soft); font-size: 13px; }
.key dd { margin: 0; }
.key .big { font-size: 30px; line-height: 1.25; font-weight: 600; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.key .note { font-size: 13px; }
.equation { max-width: none; margin: 14px 0 0; color: var(--soft); font-size: 14px; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 0 44px; }
.sumlines { display: none; }
.hash { display: inline-block; max-width: 32.5ch; font-size: 12px; }
.facts .hash { display: inline; max-width: none; }
.folds { margin-top: 18px; }
.signoff { border-top: 1px solid var(--strong); padding-top: 24px; }
.checks { list-style: none; padding: 0; margin: 14px 0 0; }
.checks li { position: relative; padding-left: 28px; }
.checks li::before { content: ""; position: absolute; left: 0; top: 0.28em; width: 14px; height: 14px; border: 1.5px solid var(--soft); border-radius: 2px; }
.blank { display: inline-block; min-width: 9em; border-bottom: 1px solid var(--strong); }
.sign { display: grid; grid-template-columns: repeat(3, 1fr); gap: 28px; margin-top: 22px; }
.sign h3 { margin: 0 0 4px; }
.sign p { margin: 0; padding: 26px 0 3px; border-bottom: 1px solid var(--strong); }
.sign span { display: block; color: var(--soft); font-size: 12px; }
footer { margin-top: 48px; padding-top: 12px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }
@media screen and (max-width: 820px) {
  .causes li { grid-template-columns: minmax(0, 1fr) 150px 4em; }
}
@media screen and (max-width: 600px) {
  header { padding-top: 24px; }
  h1 { font-size: 25px; }
  .key { grid-template-columns: 1fr; }
  .key > div, .key > div + div { display: grid; grid-template-columns: 1fr auto; align-items: baseline; gap: 0 12px; padding: 11px 0; border-left: 0; }
  .key > div + div { border-top: 1px solid var(--line); }
  .key .big { font-size: 23px; }
  .key .note { grid-column: 1 / -1; }
  .sums { display: none; }
  .sumlines { display: block; margin: 0 0 14px; border-top: 1px solid var(--line); }
  .sumlines div { padding: 8px 0; border-bottom: 1px solid var(--line); }
  .sumlines dt { display: flex; justify-content: space-between; font-weight: 500; }
  .sumlines dt b { font-weight: 600; font-variant-numeric: tabular-nums; }
  .sumlines dd { margin: 0; color: var(--soft); font-size: 13.5px; font-variant-numeric: tabular-nums; }
  .sumlines div:last-child dt { font-weight: 600; }
  .proof li, .facts, .sign { grid-template-columns: 1fr; }
  .facts { gap: 0; }
  .facts dd { margin-bottom: 9px; }
  .causes li { grid-template-columns: minmax(0, 1fr) auto; }
  .causes .bar { grid-column: 1 / -1; order: 2; height: 8px; margin: 6px 0 2px; }
  .causes .fix { order: 3; }
  .axis, .mark { font-size: 19px; }
  .axis.minor { display: none; }
  .wide thead { display: none; }
  .wide :is(table, tbody, tfoot, tr, th, td) { display: block; width: auto; }
  .wide caption { display: block; }
  .wide tr { padding: 8px 0; border-bottom: 1px solid var(--line); }
  .wide :is(th, td) { padding: 1px 0; border: 0; text-align: left; }
  .wide td.zero, .wide td:empty { display: none; }
  .wide td[data-head]::before { content: attr(data-head) ": "; color: var(--soft); }
  .wide th[data-head]::before { content: attr(data-head) " "; }
}
@media print {
  body { padding: 0; font-size: 9.5pt; }
  header, main, footer { max-width: none; }
  header { padding: 0; }
  h1 { margin-top: 8px; font-size: 20pt; }
  h2 { font-size: 13pt; break-after: avoid; }
  h3 { font-size: 9.5pt; break-after: avoid; }
  h2 + p, caption { break-after: avoid; }
  section { margin-top: 6mm; }
  p, li { margin-bottom: 4px; }
  p { max-width: none; }
  table, .facts { font-size: 8.2pt; line-height: 1.4; }
  .facts { gap: 3px 18px; }
  .key { margin-top: 14px; }
  .key > div { padding: 8px 14px 10px 0; }
  .key .big { font-size: 19pt; }
  th, td { padding: 3px 0 3px 12px; }
  tr, li, .note, .chart, .key, .sign > div, .signoff { break-inside: avoid; }
  thead { break-after: avoid; }
  tbody tr:first-child { break-before: avoid; }
  thead { display: table-header-group; }
  tfoot { display: table-row-group; }
  .sums { break-inside: avoid; }
  .note, .fix, .causes .what span, figcaption, .kicker, .key dt, .fields, .folds, caption, thead th { font-size: 8pt; }
  .sub, .equation { font-size: 9pt; }
  .causes li { padding: 4px 0; grid-template-columns: minmax(0, 1fr) 32mm 3.4em; }
  .causes .what span { font-size: 8pt; }
  .causes .fix { margin: 0; font-size: 8pt; }
  .proof li { padding: 5px 0; }
  summary { padding: 8px 0 4px; list-style: none; }
  summary::-webkit-details-marker { display: none; }
  details { border: 0; }
  details > :not(summary) { margin-bottom: 6px; }
  details::details-content { content-visibility: visible; display: block; }
  .more { font-size: 7.6pt; line-height: 1.4; }
  .more li { margin-bottom: 2px; }
  .folds table { font-size: 7.4pt; line-height: 1.4; }
  .hash { font-size: 6.6pt; }
  .folds :is(th, td) { padding: 2px 0 2px 10px; }
  pre { padding: 4px 8px; background: none; border: 1px solid var(--line); font-size: 8pt; }
  .signoff { padding-top: 10px; }
  .checks { margin-top: 6px; }
  .sign { margin-top: 10px; }
  .sign p { padding-top: 20px; }
  .sign span { font-size: 8pt; }
  .chart svg { max-height: 42mm; }
  footer { display: none; }
  .area, .line, .strip, .pause, .bar rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/** The rules of the page. It is readable without them. */
export const style: Html = new Html(`${baseStyle}${report}`);

/** The margins of each sheet, which name the plan. The printer decides about the size, A4 or Letter. */
export function paperStyle({ plan, target }: Pick<HandOver, 'plan' | 'target'>): Html {
  // The operator typed the id of the app, so characters that could end the string are replaced.
  const app =
    target === undefined ? '' : ` · ${target.appId.replaceAll(/[^\w.-]/g, '_').slice(0, 60)}`;
  const font =
    'font: 8pt Inter, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; color: #59636e;';
  return new Html(`@page { margin: 16mm 16mm 18mm; @bottom-left { content: "Migration report${app} · plan ${plan.id.replaceAll(/\W/g, '').slice(0, 12)}"; ${font} } @bottom-right { content: "Page " counter(page) " of " counter(pages); ${font} } }
`);
}
