export type Fault = {
  readonly cause: unknown
  /** What was tried, e.g. `connect:eip155`; `modal` for what was thrown elsewhere: by a listener, a plugin or a view. */
  readonly event: string | undefined
}

/** What is kept of reports beside the state. */
export type ReportMemory = {
  /** When the last ones were sent, milliseconds since the epoch. */
  times: readonly number[]
  /** Faults that were reported: one that passes through two verbs is one. */
  readonly seen: WeakSet<object>
}

/** How many in which time (milliseconds). [S7.24] */
export const reportLimits = { most: 5, time: 60_000 } as const
