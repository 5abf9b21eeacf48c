import type { FrameNetwork } from '../../protocol/network.js'
import type { NoticeList } from '../../protocol/notice.js'
import type { Summary } from '../../protocol/summary.js'
import type { TokenFacts } from './tokenFacts.js'

export type ApprovalPromptOptions = {
  readonly summary: Summary
  readonly network: FrameNetwork
  readonly tokens: Readonly<Record<string, TokenFacts>>
  /** It is approved in a window of the vault's own, by the user's login there: which request. */
  readonly consent?: { readonly id: string; readonly digest: string } | undefined
  readonly news?: NoticeList | undefined
  /** Milliseconds since the epoch, of the vault's clock. */
  readonly expiresAt: number
  /** Aborted where it is no longer asked, and after an approval when all is done: the screen goes. */
  readonly signal: AbortSignal
}

/** Shows a request to the visitor, and resolves with whether they approve it. */
export type ApprovalPrompt = (options: ApprovalPromptOptions) => Promise<boolean>
