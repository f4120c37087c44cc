import type { HandOver } from './hand-over.ts';
import { html, type Html } from './html.ts';
import { causesSection } from './sections/causes.ts';
import { head } from './sections/head.ts';
import { lossesSection } from './sections/losses.ts';
import { mediaSection } from './sections/media.ts';
import { missedSection } from './sections/missed.ts';
import { nextSection } from './sections/next.ts';
import { nightSection } from './sections/night.ts';
import { originSection } from './sections/origin.ts';
import { proofSection } from './sections/proof.ts';
import { signOffSection } from './sections/sign-off.ts';
import { sumsSection } from './sections/sums.ts';
import { verificationSection } from './sections/verification.ts';
import { paperStyle, style } from './style.ts';

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
          ${style}${paperStyle(handOver)}
        </style>
      </head>
      <body>
        ${head(handOver)}
        <main>
          <div class="two">${missedSection(handOver)}${nextSection(handOver)}</div>
          ${proofSection(handOver)}${sumsSection(handOver)}${causesSection(handOver)}${lossesSection(handOver)}${verificationSection(handOver)}${mediaSection(handOver)}${nightSection(handOver)}${originSection(handOver)}${signOffSection(handOver)}
        </main>
        <footer>
          Ids, file names, codes and numbers only: no texts of people, no words of the service.
        </footer>
      </body>
    </html>`;
}
