import type { SolanaNetwork } from './solanaNetwork.js'

export type StartSolanaOptions = {
  /** Preferred port; a free one is taken where it is busy or not given. */
  readonly port?: number | undefined
  /** How long a slot lasts, in milliseconds. Default 400, as on a cluster. */
  readonly slotMs?: number | undefined
}

/** One call as it arrived, over HTTP or websocket. */
export type SolanaCall = {
  readonly method: string
  readonly params: readonly unknown[]
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type RunningSolana = SolanaNetwork & {
  readonly port: number
  /** What a page has to know, ready to be printed as JSON. */
  readonly network: SolanaNetwork
  /** All calls so far, subscriptions too, oldest first. */
  readonly calls: readonly SolanaCall[]
  readonly forgetCalls: () => void
  /** Lets time pass at once. 151 of them make every blockhash so far invalid, 32 make a transaction final. */
  readonly advanceSlots: (count: number) => void
  /**
   * While `true`, no transaction lands: each is tried again at every slot, `maxRetries` times or until its blockhash is
   * too old.
   */
  readonly holdTransactions: (isHeld: boolean) => void
  /** Closes every connection and ends the chain. May be called often. */
  readonly stop: () => Promise<void>
}
