import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';

/**
 * What must change before the job can continue:
 * - `no-input`: there is no file or folder of that name
 * - `unreadable-input`: the system refuses to open the file or folder
 * - `not-a-file`: the input is a pipe, a device or a socket
 * - `nothing-recognised`: no file of a folder has a name that shows its kind
 * - `unknown-kind`: neither the name of a file nor a declaration shows its kind
 * - `other-format`: the name of a file shows a format that is read in another way: a dump of SQL, a database, a workbook
 * - `empty-input`: the input has no bytes
 * - `no-rows`: the inputs have no row
 * - `input-changed`: an input was written while it was read
 * - `bad-newer-than`: the age or day of the oldest planned message is malformed, or in the future
 * - `bad-mapping`: a mapping names columns or fields that do not exist
 * - `media-twice`: files have both copies and an address at which the operator serves them
 * - `media-missing`: files have no copy, although a copy of every file is required
 * - `no-plan`: the job folder has no plan
 * - `already-begun`: records of another plan have been sent from the job folder
 * - `after-itself`: the earlier job is the job itself
 * - `nothing-landed`: no record of the earlier job, or of the job to undo, has landed
 * - `undo-begun`: the records of the job are being removed
 * - `many-absent`: the lists of the app lack many records that the job to undo created
 * - `removal`: the plan removes records, and only an undo sends it
 * - `ids-differ`: a setting that forms ids has another value than in the earlier job
 * - `folder-is-file`: the job folder is a file
 * - `foreign-folder`: the job folder belongs to another user
 * - `foreign-file`: the job folder has a link, pipe or folder instead of one of its files
 * - `no-key`, `bad-key`: the API key is missing, or is not an API key
 * - `bad-app-id`, `no-region`, `bad-base-url`: the target is incomplete or cannot be right
 * - `unknown-address`: the job folder names an address to which the key was never sent before
 * - `needs-live`: the plan has live operations, which workers send only if they are allowed from the start
 * - `needs-chat`: the plan has messages, which are stored twice if they are sent twice
 * - `app-busy`: workers send another job to the app
 * - `with-workers`: workers send the job
 * - `no-job`: the store has no such job
 * - `key-in-target`: the app id or the base URL contains an API key
 * - `bad-plan-source`: the location of a plan is neither an absolute path nor an address with TLS, or contains a secret
 * - `plan-unreachable`: the plan of a job cannot be read from its location; try again later
 * - `plan-changed`: the location has another plan than the submitted plan
 * - `metrics-address`: the metrics cannot be served at the address
 * - `not-an-export`: the folder of an export contains other files
 * - `other-app`: the folder has an export of another app
 * - `other-export`: the folder has another export of the app
 * - `not-complete`: the export to bring up to date is not complete
 * - `since-too-late`: the app may have changed between the end of the export and the moment from which it is to be read
 * - `cut-over-begun`: a cut-over has stopped people from writing in the legacy system
 * - `later-job`: a later job has begun, and sending from here could take back its changes
 * - `app-open`: a cut-over has opened the app
 * - `bad-command`: the command of an operator contains the API key
 * - `no-command`: a step of a cut-over has no command, and no operator can be asked
 * - `damaged-export`: a file of the export is shorter than at the last commit
 */
export type JobErrorCode =
  | 'no-input'
  | 'unreadable-input'
  | 'not-a-file'
  | 'nothing-recognised'
  | 'unknown-kind'
  | 'other-format'
  | 'empty-input'
  | 'no-rows'
  | 'input-changed'
  | 'bad-newer-than'
  | 'bad-conversations'
  | 'bad-mapping'
  | 'media-twice'
  | 'media-missing'
  | 'no-plan'
  | 'already-begun'
  | 'after-itself'
  | 'nothing-landed'
  | 'undo-begun'
  | 'many-absent'
  | 'removal'
  | 'ids-differ'
  | 'folder-is-file'
  | 'foreign-folder'
  | 'foreign-file'
  | 'no-key'
  | 'bad-key'
  | 'bad-app-id'
  | 'no-region'
  | 'bad-base-url'
  | 'key-in-target'
  | 'unknown-address'
  | 'metrics-address'
  | 'needs-live'
  | 'needs-chat'
  | 'app-busy'
  | 'with-workers'
  | 'no-job'
  | 'bad-plan-source'
  | 'plan-unreachable'
  | 'plan-changed'
  | 'not-an-export'
  | 'other-app'
  | 'other-export'
  | 'not-complete'
  | 'since-too-late'
  | 'damaged-export'
  | 'not-followable'
  | 'follow-differs'
  | 'cut-over-begun'
  | 'app-open'
  | 'later-job'
  | 'bad-command'
  | 'no-command';

const FixableErrors: FixableErrorClass<JobErrorCode, string | undefined> =
  fixableErrors('JobError');

/** The request cannot be carried out until the caller changes the input, the settings or the job folder. */
export class JobError extends FixableErrors {
  /** The file or folder that the error is about, if there is one. */
  readonly path: string | undefined;

  /** @param message one line, or several */
  constructor(
    code: JobErrorCode,
    message: string | readonly string[],
    fix?: string,
    { path, ...options }: ErrorOptions & { readonly path?: string } = {},
  ) {
    super(code, message, fix, options);
    this.path = path;
  }
}
