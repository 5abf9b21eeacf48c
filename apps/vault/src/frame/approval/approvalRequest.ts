import type { TransferHold } from '../../protocol/custody.js'
import type { FrameNetwork } from '../../protocol/network.js'
import type { NoticeList } from '../../protocol/notice.js'
import type { Simulation } from '../../protocol/simulation.js'
import type { Summary } from '../../protocol/summary.js'
import type { TokenFacts } from '../requests/tokenFacts.js'

/** What the screen shows. Plain data: it goes to the window beside the frame as it is. */
export type ApprovalRequest = {
  readonly summary: Summary
  readonly network: FrameNetwork
  /** By address in lower case. */
  readonly tokens: Readonly<Record<string, TokenFacts>>
  readonly simulation?: Simulation | undefined
  readonly hold?: TransferHold | undefined
  readonly isChanged?: boolean | undefined
  /** Of the page that asks, as the browser named it: hosts of other scripts in their ASCII form. */
  readonly origin: string
  /** The window has to approve it by its own login: which request, and as whose app. */
  readonly consent?: { readonly id: string; readonly digest: string; readonly project: string } | undefined
  /** What has happened to the wallet that this device has not shown yet. */
  readonly news?: NoticeList | undefined
}

/**
 * Whether approving it could cost something, so that it is approved in a window of its own where the browser cannot tell
 * what lies over a frame. Typed data counts as such whatever it says: markets sell by it.
 */
export function needsWindow({ kind, warnings }: Summary): boolean {
  return (kind !== 'message' && kind !== 'signIn') || warnings.includes('hashLike') || warnings.includes('notText')
}
