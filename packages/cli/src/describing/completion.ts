import { kindsInOrder } from '@chatferry/contract';
import type { Option } from '../arguments/values.ts';
import { options } from '../arguments/options.ts';
import type { CommandTable } from '../arguments/command.ts';

/** The completions of a shell for one command. */
interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** Words for the arguments; if there are none, the shell proposes job folders or files. */
  readonly words: readonly string[];
  readonly takesJob: boolean;
}

interface CompletedOption {
  readonly name: string;
  readonly help: string;
  /** The values to choose from; undefined: any value; empty: the option takes no value. */
  readonly values: readonly string[] | undefined;
  readonly takesValue: boolean;
}

export const shells = ['bash', 'zsh', 'fish'] as const;

/** The script that makes a shell complete the commands in the table. */
export async function completionFor(
  shell: (typeof shells)[number],
  commands: CommandTable,
): Promise<string> {
  const all = await completedCommands(commands);
  if (shell === 'fish') return fish(all);
  // After this module is loaded, zsh runs completion functions of bash.
  const start = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
  return start + bash(all);
}

async function completedCommands(commands: CommandTable): Promise<Completed[]> {
  return await Promise.all(
    Object.entries(commands).map(async ([name, listed]) => {
      const { options: names } = await listed.load();
      return {
        name,
        summary: listed.summary,
        options: names.flatMap((each) => completedOptions(each, options[each])),
        words: wordsOf(listed.positionals),
        takesJob: /\bJOB\b/.test(listed.positionals ?? ''),
      };
    }),
  );
}

function completedOptions(name: string, option: Option): CompletedOption[] {
  const { help, value, read, negatable } = option;
  const one = {
    help,
    values: value === undefined ? [] : read?.choices,
    takesValue: value !== undefined,
  };
  return [
    { ...one, name: `--${name}` },
    ...(negatable === true ? [{ ...one, name: `--no-${name}` }] : []),
  ];
}

/** The words of positionals such as `bash|zsh|fish`; for `KIND:ID`, the kinds. */
function wordsOf(positionals = ''): string[] {
  if (positionals === 'KIND:ID') return kindsInOrder.map((kind) => `${kind}:`);
  return positionals
    .split(' ')
    .filter((each) => each.includes('|') || /^[a-z]+$/.test(each))
    .flatMap((each) => each.split('|'))
    .filter((each) => /^[a-z]+$/.test(each));
}

function bash(all: readonly Completed[]): string {
  const values = new Map(
    all
      .flatMap((each) => each.options)
      .flatMap(({ name, values: of, takesValue }) =>
        takesValue && of !== undefined ? [[name, of.join(' ')] as const] : [],
      ),
  );
  const paths = new Set(
    all
      .flatMap((each) => each.options)
      .filter(({ takesValue, values: of }) => takesValue && of === undefined)
      .map(({ name }) => name),
  );
  return `# Completion of chatferry for bash and zsh.
_chatferry() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${all.map(({ name }) => name).join(' ')} help" -- "$word"))
    return
  fi
  case "$before" in
${[...values].map(([name, of]) => `    ${name}) COMPREPLY=($(compgen -W "${of}" -- "$word")); return ;;`).join('\n')}
    --job|--after) COMPREPLY=($(_chatferry_jobs "$word")); return ;;
    ${[...paths].filter((name) => !['--job', '--after'].includes(name)).join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  case "$word" in
    -*)
      case "\${COMP_WORDS[1]}" in
${all.map((each) => `        ${each.name}) words="${each.options.map(({ name }) => name).join(' ')}" ;;`).join('\n')}
      esac
      COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *)
      case "\${COMP_WORDS[1]}" in
${all
  .filter(({ words }) => words.length > 0)
  .map(
    (each) =>
      `        ${each.name}) COMPREPLY=($(compgen -W "${each.words.join(' ')}" -- "$word")) ;;`,
  )
  .join('\n')}
        ${all
          .filter(({ words, takesJob }) => words.length === 0 && takesJob)
          .map(({ name }) => name)
          .join('|')}) COMPREPLY=($(_chatferry_jobs "$word")) ;;
        *) COMPREPLY=($(compgen -f -- "$word")) ;;
      esac ;;
  esac
}
# Folders with a plan.
_chatferry_jobs() {
  local plan
  for plan in "$1"*/plan.sqlite; do
    if [ -e "$plan" ]; then echo "\${plan%/plan.sqlite}"; fi
  done
}
complete -F _chatferry chatferry
`;
}

function fish(all: readonly Completed[]): string {
  const lines = all.flatMap((each) => {
    const seen = `-n '__fish_seen_subcommand_from ${each.name}'`;
    return [
      `complete -c chatferry -n __fish_use_subcommand -f -a ${each.name} -d '${plain(each.summary)}'`,
      ...each.options.map(({ name, help, values, takesValue }) => {
        const value = !takesValue
          ? ''
          : values === undefined
            ? ' -r'
            : ` -x -a '${values.join(' ')}'`;
        return `complete -c chatferry ${seen} -l ${name.slice(2)}${value} -d '${plain(help)}'`;
      }),
      ...(each.words.length === 0
        ? []
        : [`complete -c chatferry ${seen} -f -a '${each.words.join(' ')}'`]),
      ...(each.takesJob && each.words.length === 0
        ? [`complete -c chatferry ${seen} -f -a '(path dirname -- */plan.sqlite)'`]
        : []),
    ];
  });
  return `# Completion of chatferry for fish.\n${lines.join('\n')}\n`;
}

/** The first sentence, escaped for single quotes. */
function plain(text: string): string {
  return text.split(/(?<=\.) /, 1)[0]!.replaceAll("'", String.raw`\'`);
}
