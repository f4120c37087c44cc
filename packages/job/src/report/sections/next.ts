import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { nextSteps } from '../next-steps.ts';
import { codeLine, sentence } from '../words.ts';

/** The steps that remain. */
export function nextSection(handOver: HandOver): Html {
  return html`<section>
    <h2>What to do next</h2>
    <ol>
      ${nextSteps(handOver).map(
        ({ text, by }) =>
          html`<li>${sentence(text)}${by === undefined ? undefined : codeLine(by)}</li> `,
      )}
    </ol>
  </section> `;
}
