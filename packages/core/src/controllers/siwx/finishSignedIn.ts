import type { Modal } from '../../modal.js'
import { getRoute } from '../router/getRoute.js'
import { isSignInShown } from './isSignInShown.js'
import { getSiwxMemory } from './memory.js'
import { openSignIn } from './openSignIn.js'
import { startSignIn } from './startSiwx.js'

/**
 * Leaves what led to a connection by `finish`, once it is known that nobody has to sign in; else asks for that in its place.
 * Does nothing where the visitor has left meanwhile.
 */
export async function finishSignedIn(modal: Modal, finish: () => void): Promise<void> {
  const { view } = getRoute(modal.getState())
  await startSignIn(modal)
  await settled(modal)
  const state = modal.getState()
  if (isSignInShown(state) || !state.modal.open || getRoute(state).view !== view) return
  const { due } = getSiwxMemory(modal)
  if (state.siwx.status === 'signedOut' && state.siwx.caipAddress === due) openSignIn(modal)
  else finish()
}

/** Resolves once sessions have been looked for, which has its deadline. */
function settled(modal: Modal): Promise<void> {
  return new Promise((resolve) => {
    if (modal.getState().siwx.status !== 'checking') return resolve()
    const stop = modal.subscribe(({ siwx, status }) => {
      if (siwx.status === 'checking' && status === 'ready') return
      stop()
      resolve()
    })
  })
}
