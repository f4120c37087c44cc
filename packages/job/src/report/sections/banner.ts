import type { JobState } from '../../conclusion/job-state.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';

type Tone = 'good' | 'look' | 'bad';

/** The top of the page: what is stated about the job. */
export function banner({ conclusion }: Pick<HandOver, 'conclusion'>): Html {
  const { state, headline, sentences } = conclusion;
  return html`<div class="banner ${toneOf(state)}">
    <p class="state">${headline}</p>
    ${sentences.map((sentence) => html`<p>${sentence}</p> `)}
  </div> `;
}

function toneOf(state: JobState): Tone {
  if (state === 'complete') return 'good';
  const isBad = ['inconsistent', 'killed', 'stopped', 'differs', 'undoing'].includes(state);
  return isBad ? 'bad' : 'look';
}
