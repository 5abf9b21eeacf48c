import type { TransferHold } from '../../protocol/custody.js'
import type { FrameNetwork } from '../../protocol/network.js'
import type { NoticeList } from '../../protocol/notice.js'
import type { Simulation } from '../../protocol/simulation.js'
import type { Summary } from '../../protocol/summary.js'
import type { TokenFacts } from './tokenFacts.js'

export type ApprovalPromptOptions = {
  readonly summary: Summary
  readonly network: FrameNetwork
  readonly tokens: Readonly<Record<string, TokenFacts>>
  /** It is approved in a window of the vault's own, by the user's login there: which request. */
  readonly consent?: { readonly id: string; readonly digest: string } | undefined
  readonly news?: NoticeList | undefined
  readonly simulation?: Simulation | undefined
  /** Approving it begins a hold. */
  readonly hold?: TransferHold | undefined
  /** The user has approved it, and what it would do is no longer what they were shown. */
  readonly isChanged?: boolean | undefined
  /** Milliseconds since the epoch, of the vault's clock. */
  readonly expiresAt: number
  /** Aborted where it is no longer asked, and after an approval when all is done: the screen goes. */
  readonly signal: AbortSignal
}

/** What the user is told in place of being asked. */
export type ApprovalNotice =
  /** It would fail, or the operator's policy doesn't allow it. */
  | { readonly kind: 'refused'; readonly reason: 'fails' | 'policy'; readonly message: string }
  | { readonly kind: 'held'; readonly hold: TransferHold }

export type ApprovalPrompt = {
  /** Shows a request to the user, and resolves with whether they approve it. */
  readonly ask: (options: ApprovalPromptOptions) => Promise<boolean>
  /** Resolves when the user has closed it, or with `cancel` where they don't want what is held. Ends with the signal too. */
  readonly tell: (notice: ApprovalNotice, options: { readonly signal: AbortSignal }) => Promise<'closed' | 'cancel'>
}
