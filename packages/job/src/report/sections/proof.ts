import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';

/** What is proved, each step in words that are not stronger than its proof, and what is not proved. */
export function proofSection({ conclusion, plan }: HandOver): Html {
  const steps = [
    ...conclusion.proved,
    ...(plan.summary.attachmentHosts.length === 0
      ? []
      : [{ step: 'Not checked', text: 'The files that attachments point to.' }]),
  ];
  return html`<section>
    <h2>What is proved</h2>
    <ul class="proof">
      ${steps.map(
        ({ step, text }) =>
          html`<li ${step.startsWith('Not') ? html`class="no"` : undefined}>
            <b>${step}</b> <span>${text}</span>
          </li> `,
      )}
    </ul>
  </section> `;
}
