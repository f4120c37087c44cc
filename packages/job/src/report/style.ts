import { Html } from './html.ts';

/** Works on paper and on screens of any width. The page is readable without it. */
export const style: Html = new Html(`
:root { color-scheme: light; --text: #1d2125; --soft: #5b6570; --line: #d5dae0; --page: #fff; --wash: #f4f6f8; --accent: #0b5cad; --good: #1a7f4b; --look: #9a6700; --bad: #b42318; }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --text: #e3e7eb; --soft: #9aa5b1; --line: #39424c; --page: #15191d; --wash: #1e242a; --accent: #6cb1f5; --good: #4cc38a; --look: #e0a82e; --bad: #ff8a7a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 64rem; background: var(--page); color: var(--text); font: 0.95rem/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 0.25rem; font-size: 1.6rem; line-height: 1.2; }
header p { margin: 0; color: var(--soft); max-width: none; }
h2 { margin: 2.5rem 0 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--accent); font-size: 1.15rem; }
p, ul, ol, dl { max-width: 46rem; }
.note, caption { color: var(--soft); }
.banner { margin: 1rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-left: 0.4rem solid var(--tone); background: var(--wash); }
.banner p { margin: 0.25rem 0; }
.banner .state { color: var(--tone); font-size: 1.15rem; font-weight: 600; }
.good { --tone: var(--good); } .look { --tone: var(--look); } .bad { --tone: var(--bad); }
.wide { overflow-x: auto; margin: 0.75rem 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
caption { padding: 0.25rem 0; text-align: left; }
th, td { padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: break-word; }
thead th { border-bottom-width: 2px; vertical-align: bottom; }
tbody th, .facts th { font-weight: 500; }
.facts th { width: 11rem; color: var(--soft); }
tfoot th, tfoot td { font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: 0.92em ui-monospace, monospace; overflow-wrap: anywhere; unicode-bidi: isolate; }
time, .short { white-space: nowrap; }
td time { white-space: normal; }
pre { margin: 0.35rem 0 0.75rem; padding: 0.5rem 0.75rem; background: var(--wash); white-space: pre-wrap; }
dt { float: left; clear: left; width: 7rem; font-weight: 500; } dd { margin: 0 0 0.25rem 7.5rem; }
li { margin: 0.25rem 0; }
@media screen and (max-width: 40rem) {
  .wide thead { display: none; }
  .wide :is(table, tbody, tfoot, tr, th, td) { display: block; width: auto; }
  .wide tr { padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
  .wide :is(th, td) { padding: 0.1rem 0; border: 0; white-space: normal; text-align: left; }
  .wide tbody th { font-weight: 600; }
  .wide td[data-head]::before { content: attr(data-head) ': '; color: var(--soft); }
}
@page { margin: 15mm; }
@media print { body { padding: 0; max-width: none; font-size: 9pt; } h2 { break-after: avoid; } tr, .banner, li { break-inside: avoid; } .wide { overflow: visible; } table { font-size: 8pt; } th, td { padding: 0.2rem 0.3rem; } }
`);
