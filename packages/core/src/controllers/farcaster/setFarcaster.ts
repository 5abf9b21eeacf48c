import { internals, type Modal } from '../../modal.js'
import { type FarcasterEvent, reduceFarcaster } from './reduceFarcaster.js'

/** Notes what happened to the login with Farcaster. Returns whether that changed anything. */
export function setFarcaster(modal: Modal, event: FarcasterEvent): boolean {
  const before = modal.getState().farcaster ?? { step: 'idle' }
  const farcaster = reduceFarcaster(before, event)
  if (farcaster === before) return false
  modal[internals].store.setState((state) => ({ ...state, farcaster }))
  return true
}
