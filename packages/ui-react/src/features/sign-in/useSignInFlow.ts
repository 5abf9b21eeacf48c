import type { ModalState, RequestError } from '@latchkey/core'
import { cancelSignIn, signIn } from '@latchkey/core/controllers/sign-in'
import { useEffect, useState } from 'react'
import { useModalInstance } from '../../hooks/LatchkeyProvider.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../hooks/useShell.js'

/** The step of the flow; `leaving`: sign-in is being canceled. */
type SignInStep = ModalState['siwx']['status'] | 'failed' | 'leaving'

export type SignInFlow = {
  readonly step: SignInStep
  readonly error: RequestError | undefined
  readonly sign: () => void
  readonly cancel: () => void
}

const selectSiwx = (state: ModalState): ModalState['siwx'] => state.siwx

/** The state of the sign-in, and its actions. */
export function useSignInFlow(): SignInFlow {
  const { modal } = useShell()
  const siwx = useModalState(selectSiwx)
  const [isLeaving, setLeaving] = useState(false)
  const error = siwx.status === 'signedOut' ? siwx.error : undefined
  return {
    step: isLeaving ? 'leaving' : error ? 'failed' : siwx.status,
    error,
    sign: () => {
      signIn(modal).catch(() => {
        // the state has the error
      })
    },
    cancel: () => {
      setLeaving(true)
      cancelSignIn(modal)
        .catch(() => {
          // a notice shows the error; the page is disconnected anyway
        })
        .finally(() => setLeaving(false))
    },
  }
}

/** Milliseconds after which the user may need help with the wallet. */
export const slowAfter = 10_000

/** Whether something has been on for a long time. */
export function useSlow(isOn: boolean): boolean {
  const { env } = useModalInstance()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const cancel = env.setTimeout(() => setSlow(true), slowAfter)
    return () => {
      cancel()
      setSlow(false)
    }
  }, [env, isOn])
  return isOn && isSlow
}
