import { command } from '../arguments/command.ts';
import { completionFor, shells } from '../describing/completion.ts';
import { statusOf } from '../terms/exit-status.ts';
import { resultJson } from '../printing/result-json.ts';
import { Refusal } from '../terms/refusal.ts';

export const completion = command({
  details: [
    'bash: eval "$(chatferry completion bash)" in ~/.bashrc. zsh: eval "$(chatferry completion zsh)" in ~/.zshrc, after compinit. fish: chatferry completion fish > ~/.config/fish/completions/chatferry.fish',
  ],
  options: ['json', 'help'],
  body: async ({ json }, [given], io, all) => {
    const shell = shells.find((each) => each === given);
    if (shell === undefined)
      throw new Refusal(
        'One shell is needed: bash, zsh or fish.',
        'For example: chatferry completion bash',
      );
    const text = await completionFor(shell, all);
    if (json === true) io.out(resultJson({ type: 'completion', shell, text, next: [] }));
    else for (const line of text.trimEnd().split('\n')) io.out(line);
    return statusOf('done');
  },
});
