/** Milliseconds. [S9.16] [S9.1] */
export const frameLimits = {
  /** For READY, from the first message that waits for it. */
  load: 20_000,
  /** For the five messages of a login, from when they are sent; for all others it is a silent limit. */
  request: 120_000,
  /** For what the visitor has to approve, beyond the five minutes that an approval lives. */
  approval: 600_000,
  signOut: 3_000,
  /** For the frame to say whether it dropped a request that the user has left. */
  leaving: 3_000,
  /** After READY, for frames without a handshake; and for frames with one to take the port. */
  settle: 500,
  /** For the frame to say which networks have smart accounts, before it counts as open without. */
  exchange: 5_000,
  /** Between two pings to a frame that is waited for. */
  beat: 5_000,
  /** For the answer to the last of them. */
  lastBeat: 1_000,
  /** Between two mails. */
  cooldown: 30_000,
} as const
