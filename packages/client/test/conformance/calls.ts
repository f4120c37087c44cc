import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Context, skipWithout, refusal } from './context.ts';
import { sampleCall } from './sample-call.ts';

export function callFacts(context: Context): void {
  const { testedApp } = context;

  describe('Calls', () => {
    test('calls are listed and filtered', async () => {
      const { client } = testedApp();

      const ended = await Array.fromAsync(client.calls.list({ query: { status: 'ended' } }));
      const { meta } = await client.call('calls.list', { query: { perPage: 1, page: 1 } });

      expect(ended.filter(({ status }) => status !== 'ended')).toEqual([]);
      expect(meta?.pagination).toMatchObject({ current_page: 1 });
    });

    test('a call is read with its participants', async (here) => {
      skipWithout('calls.get', context, here);
      const { client } = testedApp();
      const { sessionId } = sampleCall;

      const { data } = await client.calls.get({ path: { sessionId } });
      const video = await Array.fromAsync(client.calls.list({ query: { type: 'video' } }));

      expect(data).toMatchObject({ sessionId, totalDuration: '00:01:00', totalParticipants: 2 });
      expect(data.participants).toMatchObject([
        { uid: 'caller', isJoined: true, state: 'ended', totalAudioMinutes: 1 },
        { uid: 'callee', isJoined: true, state: 'ended', totalAudioMinutes: 1 },
      ]);
      expectTypeOf(
        data.recordings!.map(({ rid, recording_url }) => [rid, recording_url]),
      ).toEqualTypeOf<(string | undefined)[][]>();
      expect(data.recordings).toEqual(sampleCall.recordings);
      expect(video.map((call) => call.sessionId)).not.toContain(sessionId);
    });

    test('the transcriptions of a call are listed, newest first', async (here) => {
      skipWithout('calls.transcriptions.list', context, here);
      const { sessionId } = sampleCall;

      const found = await Array.fromAsync(
        testedApp().client.calls.transcriptions.list({
          path: { sessionId },
          query: { perPage: 1 },
        }),
      );

      expect(found.map(({ tid }) => tid)).toEqual(['t2', 't1']);
    });

    test('an unknown session is reported', async () => {
      const { client, id } = testedApp();

      const call = client.calls.get({ path: { sessionId: id('no-such-session') } });

      expect(await refusal(call)).toBe('not-found ERR_CALL_SESSION_NOT_FOUND');
    });
  });
}
