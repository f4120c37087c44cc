import type { StopReason } from '../terms/stop-reason.ts';
import type { Trouble } from '../terms/trouble.ts';
import type { AnswerAction, RecordResult } from './answer-action.ts';

const LEFT_OUT = 'The sentence of the service was left out.';

/** Trouble without the words of the service, which may quote people. */
export function codeOf({ code }: Trouble): Trouble {
  return { code, message: LEFT_OUT };
}

/** What an answer means, without the words of the service. */
export function codesOf(action: AnswerAction): AnswerAction {
  switch (action.type) {
    case 'all-created':
      return action;
    case 'results': {
      const { results, stop, wait } = action;
      return {
        ...action,
        results: results.map(codeOfResult),
        ...(stop && { stop: codeOfReason(stop, stop.serviceCode ?? stop.code) }),
        ...(wait && { wait: { ...wait, trouble: codeOf(wait.trouble) } }),
      };
    }
    case 'stop': {
      const { reason, trouble } = action;
      return { ...action, reason: codeOfReason(reason, trouble.code), trouble: codeOf(trouble) };
    }
    case 'wait':
    case 'retry':
    case 'split':
      return { ...action, trouble: codeOf(action.trouble) };
  }
}

function codeOfResult(result: RecordResult): RecordResult {
  return 'trouble' in result ? { ...result, trouble: codeOf(result.trouble) } : result;
}

function codeOfReason(reason: StopReason, code: string): StopReason {
  return { ...reason, message: `The service refused with ${code}: ${LEFT_OUT}` };
}
