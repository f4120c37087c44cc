import { command } from '../arguments/command.ts';
import { draftAndReport } from '../drafting/draft-and-report.ts';

export const init = command({
  details: [
    'Looks at names and values in some of each file. What the data prove is written as lines that count. Everything else is a proposal: a comment with a number, a reason, two values and a name. --accept NAME writes it as a line that counts. Time zones are never guessed, and columns that may hold passwords, tokens or hashes are ignored.',
    'Prints the kind of each file, the first rows of each kind as they would be sent, and the proposals. A draft that was not edited is written again; one that was edited is not touched, and the accepted lines are printed.',
  ],
  options: [
    'config',
    'from',
    'kind',
    'encoding',
    'accept',
    'stdout',
    'force',
    'follow-links',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, positionals, io) => draftAndReport(positionals, values, io),
});
