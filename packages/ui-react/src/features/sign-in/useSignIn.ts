import type { AskError, ModalState } from '@latchkey/core'
import { cancelSignIn, signIn } from '@latchkey/core/controllers/sign-in'
import { useEffect, useState } from 'react'
import { useModalInstance } from '../../hooks/LatchkeyProvider.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../hooks/useShell.js'

/** Where the visitor is; `leaving`: the wallet is asked to go back to where there is a session. */
type SignInStep = ModalState['siwx']['status'] | 'failed' | 'leaving'

export type SignInFlow = {
  readonly step: SignInStep
  readonly error: AskError | undefined
  readonly sign: () => void
  readonly cancel: () => void
}

const selectSiwx = (state: ModalState): ModalState['siwx'] => state.siwx

/** What can be done about the question, and how far it has come. */
export function useSignIn(): SignInFlow {
  const { modal } = useShell()
  const siwx = useModalState(selectSiwx)
  const [isLeaving, setLeaving] = useState(false)
  const error = siwx.status === 'signedOut' ? siwx.error : undefined
  return {
    step: isLeaving ? 'leaving' : error ? 'failed' : siwx.status,
    error,
    sign: () => {
      signIn(modal).catch(() => {
        // the state says how it failed
      })
    },
    cancel: () => {
      setLeaving(true)
      cancelSignIn(modal)
        .catch(() => {
          // a notice says so; the page is free all the same
        })
        .finally(() => setLeaving(false))
    },
  }
}

/** Milliseconds after which a wallet that shows nothing may need a hand. */
export const slowAfter = 10_000

/** Whether something has been going on for long. */
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
