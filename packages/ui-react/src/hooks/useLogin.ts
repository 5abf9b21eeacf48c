import type { LoginState, ModalState, ViewName } from '@latchkey/core'
import { useRunning } from './useRunning.js'

/** A login that runs. */
export type RunningLogin = Exclude<LoginState, { readonly step: 'idle' }>

const selectLogin = ({ login }: ModalState): RunningLogin | undefined =>
  login && login.step !== 'idle' ? login : undefined

/** The login by email that a view shows, or undefined where there is none to show. */
export function useLogin(view: ViewName): RunningLogin | undefined {
  return useRunning(view, selectLogin)
}
