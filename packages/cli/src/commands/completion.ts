import { command } from '../arguments/command.ts';
import { completionFor, shells } from '../describing/completion.ts';
import { statusOf } from '../terms/exit-status.ts';
import { Refusal } from '../terms/refusal.ts';

export const completion = command({
  details: [
    'bash: eval "$(chatferry completion bash)" in ~/.bashrc. zsh: eval "$(chatferry completion zsh)" in ~/.zshrc, after compinit. fish: chatferry completion fish > ~/.config/fish/completions/chatferry.fish',
  ],
  options: ['help'],
  body: async (_, [given], io, all) => {
    const shell = shells.find((each) => each === given);
    if (shell === undefined)
      throw new Refusal(
        'One shell is needed: bash, zsh or fish.',
        'For example: chatferry completion bash',
      );
    for (const line of (await completionFor(shell, all)).trimEnd().split('\n')) io.out(line);
    return statusOf('done');
  },
});
