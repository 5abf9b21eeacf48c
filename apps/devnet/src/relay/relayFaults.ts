/** How often a fault strikes: every time, never, or the next so many times. */
export type FaultCount = boolean | number

/** What a bad network or a malicious relay does to the messages that it pushes. */
export type RelayFaults = {
  /** The message is not pushed. It still waits, for the next subscription. */
  readonly drop?: FaultCount | undefined
  /** The same push is sent twice. */
  readonly duplicate?: FaultCount | undefined
  /** Pushes are held until two wait, and sent the other way round; a lone one goes after a quarter of a second. */
  readonly reorder?: FaultCount | undefined
  /** Milliseconds that each push is late. */
  readonly delayMs?: number | undefined
  /** The push claims to be of another topic of the same socket. */
  readonly swapTopics?: FaultCount | undefined
  /** What was acknowledged is pushed once more, under a new id. */
  readonly replay?: FaultCount | undefined
  /** Acknowledgements are not heard. */
  readonly loseAcks?: FaultCount | undefined
}

export const relayFaultNames = ['drop', 'duplicate', 'reorder', 'swapTopics', 'replay', 'loseAcks'] as const
export type RelayFaultName = (typeof relayFaultNames)[number]
