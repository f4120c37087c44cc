import type { Handlers } from '../../calls/call.ts';

const POINT_SECONDS = 5 * 60;
const POINTS = 12;

export const metricHandlers = {
  /** Times in milliseconds. The local service has no data about calls and connections. */
  'metrics.get': ({ query, store }) => {
    const { active } = store.get<{ active: number }>(
      'SELECT count(DISTINCT sender) AS active FROM messages WHERE sent_at BETWEEN ? AND ?',
      Math.floor(query.fromDate / 1000),
      Math.ceil(query.toDate / 1000),
    )!;
    return {
      data: {
        metrics: {
          audio_minutes: 0,
          video_minutes: 0,
          recorded_minutes: 0,
          active_users: active,
          concurrent_users: 0,
        },
        time_range: { fromDate: query.fromDate, toDate: query.toDate },
      },
    };
  },

  /** The last hour in intervals of five minutes. */
  'metrics.messages': ({ app, store }) => {
    const now = store.seconds();
    const dataPoints = Array.from({ length: POINTS }, (_, index) => {
      const startTime = now - (POINTS - index) * POINT_SECONDS;
      const endTime = startTime + POINT_SECONDS;
      const counts = store.get<Record<string, number>>(
        `SELECT (SELECT count(*) FROM messages WHERE sent_at > ?1 AND sent_at <= ?2) AS messagesSent,
                (SELECT count(*) FROM messages WHERE read_at > ?1 AND read_at <= ?2) AS readReceipts,
                (SELECT count(*) FROM messages WHERE delivered_at > ?1 AND delivered_at <= ?2) AS deliveryReceipts`,
        startTime,
        endTime,
      );
      return { ...counts, startTime, endTime };
    });
    return { data: { appId: app.id, dataPoints } };
  },
} satisfies Handlers;
