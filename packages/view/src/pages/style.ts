import { baseStyle } from '@chatferry/job/viewing';

/** The style of all pages, over the colours and the type of the report. */
export const style: string = `${baseStyle}
body { padding: 0 0 48px; }
header, main, footer { max-width: 1240px; padding: 0 24px; }
header { border-bottom: 1px solid var(--line); max-width: none; padding: 0 max(24px, calc((100vw - 1192px) / 2)); }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; padding: 4px 10px; background: var(--page); z-index: 1; }
.bar-top { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 20px; padding-top: 12px; }
.bar-top p { margin: 0; max-width: none; overflow-wrap: anywhere; }
.bar-top .now { color: var(--accent); font-weight: 500; flex: 1; min-width: 12ch; }
input, select, button, .button { font: inherit; color: inherit; background: var(--wash); border: 1px solid var(--strong); border-radius: 5px; padding: 5px 11px; }
input[type="search"] { width: min(300px, 100%); }
form[role="search"] { width: min(300px, 100%); }
button, .button { cursor: pointer; background: var(--page); text-decoration: none; display: inline-block; }
::placeholder { color: var(--soft); opacity: 1; }
nav { display: flex; gap: 4px 26px; flex-wrap: wrap; margin-top: 10px; }
nav a { color: var(--soft); text-decoration: none; padding: 8px 0; border-bottom: 2px solid transparent; }
nav a:hover { color: var(--text); }
nav a[aria-current] { color: var(--text); font-weight: 600; border-color: var(--accent); }
main { padding-top: 28px; }
h1 { margin: 0 0 8px; font-size: 25px; letter-spacing: -0.015em; overflow-wrap: anywhere; }
h2 { margin: 30px 0 8px; font-size: 17px; }
h2:first-child { margin-top: 0; }
.proof span { overflow-wrap: anywhere; }
main > ol { max-width: 90ch; }
.lead { color: var(--soft); max-width: 90ch; }
.fix { padding: 10px 14px; background: var(--wash); border-radius: 5px; max-width: 90ch; }
.key { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); margin: 22px 0; border-top: 1px solid var(--strong); border-bottom: 1px solid var(--line); }
.key > div { padding: 14px 18px 16px 0; }
.key > div + div { padding-left: 18px; border-left: 1px solid var(--line); }
.key dt { color: var(--soft); font-size: 13px; }
.key dd { margin: 0; }
.key .big { font-size: 25px; line-height: 1.25; font-weight: 600; font-variant-numeric: tabular-nums; }
.kinds > div { display: grid; grid-template-columns: 130px minmax(60px, 1fr) 4em minmax(170px, max-content) minmax(90px, max-content); gap: 4px 20px; align-items: center; padding: 8px 0; border-bottom: 1px solid var(--line); }
.kinds .bar { background: var(--wash); height: 8px; border-radius: 2px; }
.kinds b, .kinds > div > :last-child { text-align: right; font-variant-numeric: tabular-nums; }
.split { display: grid; grid-template-columns: minmax(240px, 340px) minmax(0, 1fr); gap: 24px 36px; margin-top: 18px; }
.list { list-style: none; padding: 0; border-top: 1px solid var(--line); }
.list li { margin: 0; border-bottom: 1px solid var(--line); }
.list a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; padding: 10px 10px 10px 10px; color: inherit; text-decoration: none; border-left: 2px solid transparent; overflow-wrap: anywhere; }
.list a:hover { background: var(--wash); }
.list a[aria-current] { background: var(--wash); border-color: var(--accent); }
.list .bar { grid-column: 1 / -1; height: 5px; }
.list i { color: var(--soft); font-size: 13px; }
#conversations a > span.soft { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#conversations a > span.soft * { white-space: inherit; }
.list time, .list .number { text-align: right; white-space: nowrap; }
.wide { overflow-x: auto; }
tr.has-raw > * { border-bottom: 0; padding-bottom: 2px; }
tr.raw td { padding: 0; }
tr.raw details { border: 0; }
tr.raw summary { padding: 4px 0 8px; font-weight: 400; color: var(--soft); font-size: 13px; cursor: pointer; }
mark { background: var(--tint); color: inherit; }
pre { max-height: 60vh; overflow: auto; overflow-wrap: anywhere; }
.written { white-space: pre-wrap; overflow-wrap: anywhere; }
.talk-head { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 16px; margin-bottom: 10px; }
.talk-head :is(h2, p, form) { margin: 0; }
.talk-head p.soft { flex: 1 0 auto; max-width: 100%; }
.tabs { display: flex; border: 1px solid var(--strong); border-radius: 5px; overflow: hidden; }
.tabs a { padding: 4px 12px; color: inherit; text-decoration: none; }
.tabs a + a { border-left: 1px solid var(--strong); }
.tabs a[aria-current] { background: var(--accent); color: var(--page); }
.talk { list-style: none; margin: 0; padding: 18px; background: var(--wash); border-radius: 6px; }
.talk > li { display: grid; grid-template-columns: minmax(0, 1fr) 190px; gap: 2px 14px; margin: 0 0 14px; }
.talk .who { grid-column: 1 / -1; margin: 0; font-size: 14px; }
.talk .bubble { justify-self: start; max-width: 100%; padding: 8px 13px; background: var(--page); border: 1px solid var(--line); border-radius: 3px 12px 12px 12px; }
.talk .bubble > * { margin: 0 0 4px; max-width: none; }
.talk .bubble > :last-child { margin: 0; }
.mention { color: var(--accent); font-weight: 500; }
.talk .after { margin: 0; align-self: center; font-size: 13px; color: var(--soft); }
.talk .day { display: block; text-align: center; color: var(--soft); font-size: 13px; }
.talk .gap { display: block; padding: 8px 13px; border: 1px dashed var(--strong); border-radius: 5px; font-size: 14px; }
.talk .gap > * { display: block; }
blockquote { margin: 0; padding-left: 10px; border-left: 2px solid var(--accent); font-size: 14px; }
blockquote > * { display: block; }
.attachment { display: flex; gap: 11px; align-items: center; }
.attachment .type { padding: 8px 7px; background: var(--tint); border-radius: 5px; font-size: 11px; font-weight: 600; }
.attachment .soft { display: block; font-size: 13px; }
.reactions { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; padding: 0; grid-column: 1 / -1; }
.reactions li { margin: 0; padding: 0 9px; border: 1px solid var(--line); border-radius: 12px; background: var(--page); font-size: 14px; }
.is-failed, .is-unresolved { color: var(--bad); } .is-skipped { color: var(--look); }
.kinds .lost { color: var(--bad); font-weight: 500; }
.record { margin-top: 22px; display: grid; grid-template-columns: minmax(0, 1fr) minmax(220px, 320px); gap: 24px 36px; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 0 24px; }
.record section { margin: 0; }
.steps { list-style: none; padding: 0 0 0 18px; border-left: 1px solid var(--strong); }
.steps li { position: relative; margin-bottom: 16px; }
.steps li::before { content: ""; position: absolute; left: -22px; top: 0.5em; width: 7px; height: 7px; border-radius: 50%; background: var(--accent); }
.steps span { display: block; }
.steps .diff span { display: inline; }
.differences { padding-left: 2.4em; }
.diff { white-space: pre-wrap; overflow-wrap: anywhere; padding: 8px 12px; background: var(--wash); border-radius: 4px; }
del, ins { padding: 0 2px; border-radius: 2px; }
del { color: var(--bad); } ins { background: var(--tint); text-decoration: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.quota { stroke: var(--look); stroke-dasharray: 4 3; }
.line.thin { stroke: var(--soft); stroke-width: 1; }
.filter { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 18px; }
.filter label { max-width: 100%; }
.filter select { width: 320px; max-width: 100%; }
.filter label:first-child select { width: auto; }
pre.command code { user-select: all; }
.decisions { padding-left: 2.2em; }
.decisions > li { margin-bottom: 22px; }
.decisions p { margin: 0 0 4px; }
.columns :is(th, td:last-child) code { white-space: nowrap; }
.columns tr.unread th { font-weight: 400; color: var(--soft); }
.columns .value { display: inline-block; margin: 0 4px 4px 0; padding: 0 7px; background: var(--wash); border-radius: 4px; }
.plain { list-style: none; padding: 0; }
footer { margin-top: 44px; color: var(--soft); font-size: 13px; }
section { margin-top: 0; }
main > .note:last-child { margin-top: 28px; }
.lead + .lead { margin-top: -4px; }
@media (max-width: 1000px) {
  .split { grid-template-columns: minmax(200px, 260px) minmax(0, 1fr); gap: 24px; }
  .rejected thead { display: none; }
  .rejected :is(caption, tbody, tr, th, td) { display: block; padding-left: 0; }
  .rejected tr:not(.raw) { padding: 7px 0 0; }
  .rejected tr:not(.raw) > * { border: 0; padding: 0 0 2px; }
  .rejected tr:not(.raw) td { display: inline; }
  .rejected th ~ td ~ td:not(:empty)::before { content: " · "; color: var(--soft); }
  .rejected tr:not(.raw, .has-raw) { padding-bottom: 7px; border-bottom: 1px solid var(--line); }
  .rejected tr:not(.raw) td:first-child { float: right; color: var(--soft); }
}
@media (max-width: 760px) {
  .key { grid-template-columns: minmax(0, 1fr); }
  .key > div, .key > div + div { padding: 10px 0; border-left: 0; }
  .key > div + div { border-top: 1px solid var(--line); }
  header, main, footer { padding-left: 16px; padding-right: 16px; }
  .split, .record, .proof li { grid-template-columns: minmax(0, 1fr); }
  form[role="search"], form[role="search"] input { width: 100%; }
  .kinds { display: grid; grid-template-columns: max-content minmax(16px, 1fr) max-content max-content; gap: 0 10px; font-size: 14px; }
  .kinds > div { grid-column: 1 / -1; grid-template-columns: subgrid; gap: 2px 10px; }
  .kinds > div > :last-child:not(:has(.lost)) { display: none; }
  .kinds > div > :last-child { grid-column: 1 / -1; }
  .talk { padding: 12px; }
  .talk > li { grid-template-columns: minmax(0, 1fr); }
  nav { gap: 0 18px; }
  .stacked thead, .columns thead { display: none; }
  :is(.stacked, .columns) :is(caption, tbody, tr, th, td) { display: block; padding: 1px 0; border: 0; text-align: left; }
  .stacked table, table.columns { display: block; }
  :is(.stacked, .columns) tr { padding: 8px 0; border-bottom: 1px solid var(--line); }
  :is(.stacked, .columns) td[data-head]::before { content: attr(data-head) ": "; color: var(--soft); }
  .stacked td.zero { display: none; }
  :is(.stacked, .columns) th[data-head]::before { content: attr(data-head) " "; }
}
@media (min-width: 1000px) { .axis, .mark { font-size: 8.5px; } }
@media (max-width: 600px) { .axis, .mark { font-size: 19px; } .axis.minor { display: none; } }
@media (max-width: 370px) { .kinds { grid-template-columns: minmax(0, 1fr) max-content max-content; } .kinds .bar { display: none; } }
@media (prefers-reduced-motion: no-preference) { .bar rect { transition: width 0.3s; } }
@media (forced-colors: active) { .bar rect, .strip { fill: CanvasText; } nav a[aria-current], .list a[aria-current], .tabs a[aria-current] { outline: 2px solid; } }
`;
