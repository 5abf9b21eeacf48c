import type { FrameNetwork } from '../../protocol/network.js'

export type WalletRequest = {
  /** Of the message. */
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly network: FrameNetwork
  readonly rpcUrl: string | undefined
  /** Aborted when it is given up. */
  readonly signal: AbortSignal
}

export type Requests = {
  /** Resolves with what the app gets. */
  answer(request: WalletRequest): Promise<unknown>
  /** Drops what waits for approval: the request of one message, or all. */
  abort(id?: string): void
}
