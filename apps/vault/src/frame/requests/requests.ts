import type { FrameNetwork } from '../../protocol/network.js'
import type { Session } from '../session/session.js'
import type { AccountTypes } from '../smart/accountTypes.js'
import type { ApprovalPrompt } from './approvalPrompt.js'
import type { AskNode } from './node.js'

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

/** Has the user unlock a sealed wallet for this browser. Rejects where they do not. */
export type UnlockPrompt = (options: { readonly signal: AbortSignal }) => Promise<void>

/** What answering requests takes. */
export type RequestsOptions = {
  readonly session: Pick<Session, 'call'>
  readonly ask: AskNode
  readonly prompt: ApprovalPrompt
  readonly unlock: UnlockPrompt
  readonly networks: readonly FrameNetwork[]
  readonly accounts: AccountTypes
  /** Milliseconds. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** The vault's clock. */
  readonly now: () => number
}
