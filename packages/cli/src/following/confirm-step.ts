import type { OperatorStep } from '@chatferry/follow';
import type { Io } from '@chatferry/output/terms/io';

/** The action of a person in each step, and the word to type when the action is done. */
const words: Readonly<Record<OperatorStep, { readonly does: string; readonly word: string }>> = {
  freeze: { does: 'Stop writing in the legacy system', word: 'frozen' },
  thaw: { does: 'Let people write in the legacy system again', word: 'thawed' },
  open: { does: 'Open the app', word: 'open' },
};

/** Asks until the word is typed. @throws the signal's reason */
export async function confirmStep(
  ask: NonNullable<Io['ask']>,
  step: OperatorStep,
  signal: AbortSignal,
): Promise<void> {
  const { does, word } = words[step];
  for (;;) {
    const answer = await ask(`${does}, then type ${word}: `, signal);
    signal.throwIfAborted();
    if (answer.trim().toLowerCase() === word) return;
  }
}
