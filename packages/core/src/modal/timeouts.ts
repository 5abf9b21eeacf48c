/** Timeouts of wallets, nodes and users, in milliseconds. */
export const timeouts = {
  /** The user reads, decides and unlocks the wallet. */
  approval: 300_000,
  /** A wallet connects without a prompt. */
  silent: 10_000,
  /** An embedded wallet connects without a prompt: its frame loads (20 s) and responds. */
  silentLogin: 45_000,
  /** A read from a node: four tries of 10 s. */
  read: 40_000,
  /** A wallet confirms a disconnect. The modal itself disconnects at once. */
  disconnect: 3_000,
  /** A transaction is included in a block. The caller can set another timeout. */
  confirm: 300_000,
  /** A transaction without a known outcome is found or ruled out. */
  find: 180_000,
  /** A wallet's late response still determines the outcome of a transaction. */
  lateAnswer: 3_600_000,
  /** Pairing codes are renewed this long; after an hour the user is assumed to have left. */
  pairing: 3_600_000,
} as const

/** Timeouts of the steps of a login, in milliseconds. */
export const loginTimeouts = {
  /** The frame loads (20 s) and responds (120 s), with a margin to report a failure. */
  request: 150_000,
  /** The user finds the email and follows its link. */
  device: 600_000,
  /** All namespaces are connected one after the other, without a prompt. */
  connect: 300_000,
} as const
