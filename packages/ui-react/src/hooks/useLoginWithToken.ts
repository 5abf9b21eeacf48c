import { loadModule, type TokenLoginOptions } from '@latchkey/core'
import { useCallback } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { type ActionState, useAction } from './useAction.js'

export type UseLoginWithTokenResult = ActionState<void> & {
  /** Never throws: the outcome is in the state. */
  readonly loginWithToken: (options: TokenLoginOptions) => void
  /** Resolves when everything is connected. Rejects with `FRAME_FAILED`, and the reason, if the token is rejected. */
  readonly loginWithTokenAsync: (options: TokenLoginOptions) => Promise<void>
}

const load = () => loadModule(() => import('@latchkey/core/controllers/login'))

/** Logs in to the embedded wallet with a JWT of the app's own backend. Opens no view. */
export function useLoginWithToken(modal?: UiModal | undefined): UseLoginWithTokenResult {
  const instance = useModalInstance(modal)
  const { state, call, callAsync } = useAction(
    useCallback(async (options: TokenLoginOptions) => (await load()).loginWithToken(instance, options), [instance]),
  )
  return { ...state, loginWithToken: call, loginWithTokenAsync: callAsync }
}
