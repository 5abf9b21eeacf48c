import { internals, type Modal } from '../../modal.js'
import type { Approval } from './state.js'

/** Requests that wait, oldest first. */
export function getApprovals(modal: Modal): readonly Approval[] {
  return modal[internals].approvals ?? []
}

/** The newest is the one that the state shows. */
export function setApprovals(modal: Modal, approvals: readonly Approval[]): void {
  const inner = modal[internals]
  inner.approvals = approvals
  const approval = approvals.at(-1)
  inner.store.setState((state) => (state.approval === approval ? state : { ...state, approval }))
}
