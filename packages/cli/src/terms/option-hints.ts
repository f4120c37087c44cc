import { recogniseFile } from '@chatferry/parsers/names';
import { inputKinds } from '@chatferry/contract';

const JOB_FOLDER = 'Name the job folder with --job DIR.';
const KEY = 'The key belongs in the environment variable CHATFERRY_API_KEY.';
const MAPPING = 'Or let chatferry init inspect the files: it proposes which column to read.';

/** Options and commands that fix an error, by the code of the error. The messages of `@chatferry/job` do not name options or commands. */
const hints: Readonly<Record<string, string>> = {
  'already-begun': JOB_FOLDER,
  'folder-is-file': JOB_FOLDER,
  'foreign-folder': JOB_FOLDER,
  'foreign-file': JOB_FOLDER,
  'no-plan': JOB_FOLDER,
  'other-target': JOB_FOLDER,
  'not-a-ledger': JOB_FOLDER,
  'other-plan': JOB_FOLDER,
  'disk-full': JOB_FOLDER,
  'key-refused': KEY,
  'wrong-app': 'The options are --app-id, --region and --base-url.',
  'too-many-failures': 'The option is --max-failures; chatferry retry sends failed records again.',
  'present-differs': 'The option is --max-different.',
  'live-not-allowed': 'The option is --yes.',
  'media-missing': 'The option is --require-media.',
  'no-media-folder': 'The command is chatferry media copy INPUT --to DIR --public-base URL.',
  'not-a-media-folder': 'The option is --to DIR.',
  'bad-public-base': 'The option is --public-base URL.',
  'bad-media-headers': 'They are in the environment variable CHATFERRY_MEDIA_HEADERS.',
  'gone-differs': 'The option is --gone remove=N.',
  'undo-begun': 'Finish it with chatferry undo.',
  'many-absent': 'The option is --absent N.',
  removal: 'Undo it with chatferry undo, and the folder of the job.',
  'gave-up': 'The option is --give-up-after.',
  EROFS: JOB_FOLDER,
  EMFILE: 'In a shell: ulimit -n.',
  'unknown-column': MAPPING,
  'missing-column': MAPPING,
  'unknown-kind': `The options are --kind ${inputKinds.join('|')} and --format csv|json|ndjson.`,
  'other-format': 'chatferry init FILE drafts the queries of a dump.',
  'ledger-elsewhere':
    'The commands are chatferry run --store, chatferry ledger export and chatferry ledger import.',
  'store-not-ready': 'The command is chatferry store migrate.',
  'needs-live': 'The option is --yes.',
  'needs-chat': 'The option is --allow-chat; the other command is chatferry run --store.',
  'with-workers': 'The command is chatferry cancel JOB --store ADDRESS.',
  'app-busy':
    'The commands are chatferry status --store ADDRESS and chatferry cancel JOB --store ADDRESS.',
  'not-followable': 'See docs/follow.md.',
  'follow-differs': 'The command is chatferry follow --after FOLDER.',
  'cut-over-begun': 'The command is chatferry cut-over; --abort gives it up.',
  'app-open': 'The command is chatferry export FOLDER --job JOB --since TIME: see docs/export.md.',
  'no-command': 'The options are --freeze, --thaw and --open.',
  'bad-command': KEY,
  'no-job': 'The command is chatferry status --store ADDRESS.',
  'no-region':
    'The options are --region and --base-url, or region and baseUrl in the configuration.',
  'key-in-target': KEY,
  'unknown-address': 'The options are --app-id and --base-url.',
};

/** The options and commands that fix an error with this code; undefined when the fix of the error is sufficient. */
export function optionHint(code: string | undefined, path: string | undefined): string | undefined {
  if (code === 'nothing-recognised' && path === undefined)
    return 'Or accept a proposal of the draft: chatferry init --accept NAME';
  if (code === 'nothing-recognised')
    return `Or have the kinds guessed: chatferry init proposes them, and --accept NAME accepts one. Or name files of one kind: chatferry plan people.txt --kind users --format csv.`;
  if (code === 'not-a-file' && path !== undefined) {
    const { kind = 'messages', format = 'ndjson' } = recogniseFile(path) ?? {};
    return `Or send it through stdin: cat ${path} | chatferry plan - --kind ${kind} --format ${format}`;
  }
  return code === undefined || !Object.hasOwn(hints, code) ? undefined : hints[code];
}
