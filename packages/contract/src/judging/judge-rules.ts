/** The settings and the time that judging depends on. */
export interface JudgeRules {
  /** UNIX seconds; later times are refused. */
  readonly now: number;
  /** UNIX seconds; messages sent earlier are refused. Absent: no limit. */
  readonly oldestSentAt?: number;
}
