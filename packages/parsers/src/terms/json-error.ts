import { isSecretName } from '@chatferry/contract';

/** Why a text is not JSON. The quoted piece of the text is left out of the message when it may be a secret. */
export function jsonError(error: unknown, text: string): string {
  const { message } = error as SyntaxError;
  return isSecretName(text)
    ? message.replace(/, (?:\.{3})?".*"(?:\.{3})? is/s, ', which is')
    : message;
}
