import { internals, loadModule, type ModalState, type Siwx, type SiwxSession, type SiwxState } from '@latchkey/core'
import { useMemo } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalValue } from './useModalState.js'

export type UseSignInResult = {
  /** `idle` while nothing is connected or sign-in is not configured. */
  readonly status: SiwxState['status']
  /** Whether the active account has signed in. */
  readonly isSignedIn: boolean
  readonly session: SiwxSession | undefined
  /** Requests a signature from the wallet. Rejects with the error, which the modal shows too. */
  readonly signIn: () => Promise<SiwxSession>
  /** Ends the session; the wallet stays connected. Rejects with `SIGN_OUT_FAILED`. */
  readonly signOut: () => Promise<void>
  /** The sign-in implementation, once the modal is started; undefined if none is configured. */
  readonly siwx: Siwx | undefined
}

const load = () => loadModule(() => import('@latchkey/core/controllers/sign-in'))
const readSiwx = (state: ModalState): SiwxState => state.siwx

/** Reads whether the active account has signed in, and signs it in and out. */
export function useSignIn(modal?: UiModal | undefined): UseSignInResult {
  const instance = useModalInstance(modal)
  const state = useModalValue(readSiwx, modal)
  // that of a plugin is there once the modal is started
  const siwx = useModalValue(() => instance[internals].siwx, modal)
  return useMemo(
    () => ({
      status: state.status,
      isSignedIn: state.status === 'signedIn',
      session: state.status === 'signedIn' ? state.session : undefined,
      signIn: async () => (await load()).signIn(instance),
      signOut: async () => (await load()).signOut(instance),
      siwx,
    }),
    [instance, state, siwx],
  )
}
