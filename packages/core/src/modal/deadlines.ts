/** How long wallets and visitors have, in milliseconds. */
export const deadlines = {
  /** A person reads, decides and unlocks. */
  approval: 300_000,
  /** Asked without a prompt. */
  silent: 10_000,
  /** The same of an embedded wallet: its frame loads (20 s) and answers. */
  silentLogin: 45_000,
  /** A read from a node: 10 s, four times. */
  read: 40_000,
  /** The wallet's part in a disconnect. Ours is done at once. */
  disconnect: 3_000,
  /** Until a transaction is in a block, unless told otherwise. */
  confirm: 300_000,
  /** Until a transaction without a known outcome is found, or can never go through any more. */
  find: 180_000,
  /** A wallet that answers this late still says what became of a transaction. */
  lateAnswer: 3_600_000,
  /** Codes renew themselves, but nobody comes back to a page that has shown them for an hour. */
  pairing: 3_600_000,
} as const

/** How long each step of a login has, in milliseconds. */
export const loginDeadlines = {
  /** The frame loads (20 s) and answers (120 s), with time to say so. */
  request: 150_000,
  /** The visitor finds the mail and follows its link. */
  device: 600_000,
  /** All chain families are connected, one after the other, without a prompt. */
  connect: 300_000,
} as const
