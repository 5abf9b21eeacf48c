/** Milliseconds. [S9.14] */
export const pairingLimits = {
  /** How long a code is shown. */
  expiry: 240_000,
  /** With less than this left, a code counts as expired. */
  margin: 10_000,
  /** Before it counts as expired, its successor is made. */
  ahead: 15_000,
  /** After a failure, until the next try. */
  retry: 1_000,
  /** That the relay has to take a code. */
  relay: 10_000,
  /** That the app has to make a message to sign, before a code goes without one. */
  message: 5_000,
} as const
