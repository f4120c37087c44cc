import { expect, test } from 'vitest';
import { startNight, type Night } from './support/night.ts';
import { hasTerminal, PseudoTerminal } from '../../output/test/support/pseudo-terminal.ts';

const CTRL_C = '\u0003';

function inTerminal({ rig, options }: Night): PseudoTerminal {
  return new PseudoTerminal(
    [process.execPath, process.env['CHATFERRY_TEST_COMMAND']!, 'cut-over', ...options],
    { columns: 200, rows: 30 },
    { CHATFERRY_API_KEY: rig.service.apiKey },
  );
}

/** Answers the question that asks for a word. */
async function answer(terminal: PseudoTerminal, word: string, keys = `${word}\r`): Promise<void> {
  await terminal.until((lines) => lines.some((line) => line.includes(`then type ${word}:`)));
  terminal.type(keys);
}

test.runIf(hasTerminal)(
  'a second Ctrl-C leaves a cut-over as it is, states it, and the same command continues',
  async () => {
    await using night = await startNight();
    await night.post(2);
    using first = inTerminal(night);
    await answer(first, 'frozen');
    await answer(first, 'open', CTRL_C);
    await answer(first, 'thawed', CTRL_C);
    const left = (await first.ended()).join('\n');
    const { out } = await night.rig.cli(['status', ...night.options.slice(0, 1)]);
    using second = inTerminal(night);
    await answer(second, 'thawed');
    const thawed = (await second.ended()).join('\n');

    expect(left).toContain('Stopped in thawing: people cannot write in the legacy system');
    expect(left).toContain('or with --abort to give up.');
    expect(first.status).toBe(130);
    expect(out).toMatch(/^Cut-over: thawing\. /m);
    expect(thawed).toContain('The cut-over was interrupted. The legacy system is open again.');
    expect(second.status).toBe(3);
  },
);
