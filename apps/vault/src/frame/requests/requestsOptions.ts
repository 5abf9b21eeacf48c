import type { Session } from '../session/session.js'
import type { ApprovalPrompt } from './approvalPrompt.js'
import type { AskNode } from './node.js'

/** What answering requests takes. */
export type RequestsOptions = {
  readonly session: Pick<Session, 'call'>
  readonly ask: AskNode
  readonly prompt: ApprovalPrompt
  /** The vault's clock. */
  readonly now: () => number
}
