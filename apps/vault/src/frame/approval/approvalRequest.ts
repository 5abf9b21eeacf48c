import type { TransferHold } from '../../protocol/custody.js'
import type { FrameNetwork } from '../../protocol/network.js'
import type { NoticeList } from '../../protocol/notice.js'
import type { Simulation } from '../../protocol/simulation.js'
import type { Summary } from '../../protocol/summary.js'
import type { TokenFacts } from '../requests/tokenFacts.js'

/** Content of the approval screen. Plain data, as it is also posted to the approval window. */
export type ApprovalRequest = {
  readonly summary: Summary
  readonly network: FrameNetwork
  /** By lower-case address. */
  readonly tokens: Readonly<Record<string, TokenFacts>>
  readonly simulation?: Simulation | undefined
  readonly hold?: TransferHold | undefined
  readonly isChanged?: boolean | undefined
  /** Origin of the requesting page, as reported by the browser: internationalized hosts in ASCII. */
  readonly origin: string
  /** Path of the operator's logo on this site. */
  readonly logo?: string | undefined
  /** The window has to approve it with its own login: which request, and for which app. */
  readonly consent?: { readonly id: string; readonly digest: string; readonly project: string } | undefined
  /** Notices that this device hasn't shown yet. */
  readonly news?: NoticeList | undefined
}

/**
 * Whether a request could cost something, so that it is approved in a separate window if the browser can't detect whether the frame is covered.
 * Typed data always counts, as markets use it to sell.
 */
export function needsWindow({ kind, warnings }: Summary): boolean {
  return (kind !== 'message' && kind !== 'signIn') || warnings.includes('hashLike') || warnings.includes('notText')
}
