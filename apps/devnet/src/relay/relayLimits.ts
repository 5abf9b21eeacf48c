/** What one client can make the relay keep. Sizes in bytes, counts per what the name says. */
export const relayLimits = {
  /** A larger frame ends the socket, as WebSocket itself says (close code 1009): it is never read whole. */
  frameBytes: 4_194_304,
  messageBytes: 262_144,
  ttlSeconds: { min: 1, max: 604_800 },
  /** What the clients that we know send at most in one call. */
  batch: 500,
  topicsPerSocket: 1_000,
  messagesPerTopic: 100,
  /** Pushed to one socket and not yet acknowledged; the rest waits for the acknowledgements. */
  inFlightPerSocket: 100,
  mailboxBytes: 134_217_728,
  mailboxMessages: 100_000,
} as const
