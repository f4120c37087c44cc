import { command } from '../arguments/command.ts';
import { completionFor, shells } from '../describing/completion.ts';
import { print } from '@chatferry/output/printing/print';
import { Refusal } from '@chatferry/contract/refusal';

export const completion = command({
  details: [
    'bash: eval "$(chatferry completion bash)" in ~/.bashrc. zsh: eval "$(chatferry completion zsh)" in ~/.zshrc, after compinit. fish: chatferry completion fish > ~/.config/fish/completions/chatferry.fish',
  ],
  options: ['json', 'help'],
  body: async (values, [given], io, all) => {
    const shell = shells.find((each) => each === given);
    if (shell === undefined)
      throw new Refusal(
        'One shell is needed: bash, zsh or fish.',
        'For example: chatferry completion bash',
      );
    const text = await completionFor(shell, all);
    const lines = text.trimEnd().split('\n');
    print({ type: 'completion', shell, text, next: [] }, lines, values, io);
    return 'done';
  },
});
