import type { FrameNetwork } from '../../protocol/network.js'
import type { Session } from '../session/session.js'
import type { AccountTypes } from '../smart/accountTypes.js'
import type { ApprovalPrompt } from './approvalPrompt.js'
import type { CallNode } from './node.js'

export type WalletRequest = {
  /** Id of the message. */
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly network: FrameNetwork
  readonly rpcUrl: string | undefined
  /** Aborted when the request is withdrawn. */
  readonly signal: AbortSignal
}

export type Requests = {
  /** Resolves with the app's result. */
  answer(request: WalletRequest): Promise<unknown>
  /** Withdraws requests that wait for approval: those of one message, or all. */
  abort(id?: string): void
}

/** Asks the user to unlock a sealed wallet for this browser. Rejects if they don't. */
export type UnlockPrompt = (options: { readonly signal: AbortSignal }) => Promise<void>

/** Dependencies of request handling. */
export type RequestsOptions = {
  readonly session: Pick<Session, 'call'>
  readonly callNode: CallNode
  readonly prompt: ApprovalPrompt
  readonly unlock: UnlockPrompt
  readonly networks: readonly FrameNetwork[]
  readonly accounts: AccountTypes
  /** Milliseconds. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** The vault's clock. */
  readonly now: () => number
}
