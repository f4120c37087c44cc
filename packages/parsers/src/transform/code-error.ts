import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';

const FixableErrors: FixableErrorClass<'bad-code'> = fixableErrors('CodeError');

/** A configuration in code that cannot be loaded: what is wrong, and what to do. */
export class CodeError extends FixableErrors {
  constructor(file: string, message: string, fix: string) {
    super('bad-code', `${file}: ${message}`, fix);
  }
}
