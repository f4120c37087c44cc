import type { HandOver } from './hand-over.ts';
import { html, type Html } from './html.ts';
import { banner } from './sections/banner.ts';
import { filesSection } from './sections/files.ts';
import { inputsSection } from './sections/inputs.ts';
import { lossesSection } from './sections/losses.ts';
import { nextSection } from './sections/next.ts';
import { overview, subtitle } from './sections/overview.ts';
import { problemsSection } from './sections/problems.ts';
import { rulesSection } from './sections/rules.ts';
import { runsSection } from './sections/runs.ts';
import { sumsSection } from './sections/sums.ts';
import { verificationSection } from './sections/verification.ts';
import { style } from './style.ts';

/**
 * The hand-over report: one self-contained page for the people who ordered the migration, audit it or continue it.
 *
 * It contains ids, file names, codes and numbers. It contains no texts of people, and no messages of the service, which
 * may quote such texts.
 */
export function reportPage(handOver: HandOver): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>Migration report: ${handOver.conclusion.headline}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <header>
          <h1>Migration report</h1>
          ${subtitle(handOver)}
        </header>
        <main>
          ${banner(handOver)}${nextSection(handOver)}${sumsSection(handOver)}${overview(handOver)}${verificationSection(handOver)}${lossesSection(handOver)}${problemsSection(handOver)}${runsSection(handOver)}${inputsSection(handOver)}${rulesSection(handOver)}${filesSection(handOver)}
        </main>
      </body>
    </html>`;
}
