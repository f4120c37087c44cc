import { LANES } from '@chatferry/job/choices';
import { matching, text, wholeNumber } from '@chatferry/configuration';

/** The options about jobs that workers send. */
export const fleetOptions = {
  pool: {
    value: 'NAME',
    help: 'The workers that a job is for. Default: default.',
    read: matching(/^[a-z0-9-]{1,40}$/, 'at most 40 of the characters a-z 0-9 -'),
  },
  spread: {
    value: 'N',
    help: `Over how many shifts, and so workers at most, the lanes of a kind are spread, at most ${LANES}. Default: 1 up to 120 requests a minute, and 4 above.`,
    read: wholeNumber(1, LANES),
  },
  'allow-chat': {
    help: 'Let workers send messages through the chat API, which stores a message twice that is sent twice.',
  },
  shifts: {
    value: 'N',
    help: 'How many shifts a worker has at the same time, at most. Default: 64.',
    read: wholeNumber(1, 1000),
  },
  keys: {
    value: 'DIR',
    help: 'A folder with the API keys: one file for each app, named after its id. Default: environment variables CHATFERRY_API_KEY_<APP>.',
    read: text,
  },
  'until-done': { help: 'End the worker when no job of its pool is left to be worked on.' },
  watch: { help: 'Show the jobs again every two seconds, until Ctrl-C.' },
} as const;
