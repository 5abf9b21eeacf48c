import type { TransferHold } from '../../protocol/custody.js'
import type { FrameNetwork } from '../../protocol/network.js'
import type { NoticeList } from '../../protocol/notice.js'
import type { PasskeyOptions, PasskeyResponse } from '../../protocol/passkey.js'
import type { Simulation } from '../../protocol/simulation.js'
import type { Summary } from '../../protocol/summary.js'
import type { FactorPrompt } from './factorPrompt.js'
import type { TokenFacts } from './tokenFacts.js'

export type ApprovalPromptOptions = {
  readonly summary: Summary
  readonly network: FrameNetwork
  readonly tokens: Readonly<Record<string, TokenFacts>>
  /** It is approved in the vault's own window, with the user's login there: which request. */
  readonly consent?: { readonly id: string; readonly digest: string } | undefined
  readonly news?: NoticeList | undefined
  readonly simulation?: Simulation | undefined
  /** Approving it starts a hold. */
  readonly hold?: TransferHold | undefined
  /** The user has approved it, but its effects have changed since they were shown. */
  readonly isChanged?: boolean | undefined
  /** Milliseconds since the epoch, by the vault's clock. */
  readonly expiresAt: number
  /** Aborted if the request is withdrawn and, after an approval, when everything is done: the screen closes. */
  readonly signal: AbortSignal
}

export type PasskeyQuestion<result> = {
  readonly options: PasskeyOptions
  /** Sends the passkey's response. If the vault refuses it, the prompt stays and shows the message; any other outcome ends it. */
  readonly send: (response: PasskeyResponse) => Promise<result>
  readonly signal: AbortSignal
}

/** Runs a passkey ceremony, again if the user wants to. Rejects with 4001 if they cancel, and with the signal's reason. */
export type PasskeyPrompt = <result>(question: PasskeyQuestion<result>) => Promise<result>

/** A message that is shown instead of a request. */
export type ApprovalNotice =
  /** It would fail, or the operator's policy doesn't allow it. The message is custody's. */
  | { readonly kind: 'refused'; readonly code: 'REVERTS' | 'POLICY' | 'SPEND_LIMIT'; readonly message: string }
  | { readonly kind: 'held'; readonly hold: TransferHold }
  /** The app requires self-custody, which the user sets up on the account page. */
  | { readonly kind: 'selfCustody'; readonly message: string }
  /** The app has asked too often, or the user has declined too often. `retryAfter`: seconds. */
  | { readonly kind: 'tooMany'; readonly retryAfter: number }

export type ApprovalPrompt = {
  /** Shows a request to the user, and resolves with whether they approve it. */
  readonly confirm: (options: ApprovalPromptOptions) => Promise<boolean>
  /** Asks for the second factor on the screen of the request that the user has just approved. */
  readonly askFactor: FactorPrompt
  /** Asks for the passkey that signs the request, on its screen. The app never sees the answer. */
  readonly askPasskey: PasskeyPrompt
  /** Resolves when the user has closed it, or with `cancel` if they don't want the held transfer. The signal ends it too. */
  readonly notify: (notice: ApprovalNotice, options: { readonly signal: AbortSignal }) => Promise<'closed' | 'cancel'>
}
