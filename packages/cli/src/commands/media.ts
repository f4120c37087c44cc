import { command } from '../arguments/command.ts';
import { openWorkspace } from '../configuration/workspace.ts';
import { mediaActions } from '../media/media-actions.ts';
import { mediaOptionNames } from '../media/media-options.ts';
import { Refusal } from '@chatferry/contract/refusal';

export const media = command({
  details: [
    'check counts the files by host, by what they need and by when they end. Nothing is sent without --sample. copy copies each file once into a folder, and the same command continues after a stop. verify reads every copy.',
    'The files are those of the plan in the job folder, or of a job or inputs that are named. Only inputs have the signatures that a plan leaves out, and the files of an export.',
    'Headers for hosts that ask for a token or a cookie are in the environment variable CHATFERRY_MEDIA_HEADERS, as JSON: {"files.example.com": {"authorization": "Bearer …"}}.',
    'Ends with status 1 when a file could not be copied, or a copy is missing or has changed.',
  ],
  options: mediaOptionNames,
  body: async (values, [action = '', ...positionals], io) => {
    if (!isAction(action))
      throw new Refusal(
        action === '' ? 'media needs an action.' : `There is no action '${action}'.`,
        'The actions are check, copy and verify: media check, media copy INPUT --to DIR, media verify DIR.',
      );
    const workspace = await openWorkspace(values, io);
    return await mediaActions[action](workspace, positionals, values, io);
  },
});

function isAction(text: string): text is keyof typeof mediaActions {
  return Object.hasOwn(mediaActions, text);
}
