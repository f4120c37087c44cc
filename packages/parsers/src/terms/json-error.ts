import { isSecretName } from '@chatferry/contract';

/** Why a text is not JSON. The piece of the text that the message quotes is left out where it may be a secret. */
export function jsonError(error: unknown, text: string): string {
  const { message } = error as SyntaxError;
  return isSecretName(text)
    ? message.replace(/, (?:\.{3})?".*"(?:\.{3})? is/s, ', which is')
    : message;
}
