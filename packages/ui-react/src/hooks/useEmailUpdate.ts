import type { EmailUpdateState, ModalState, ViewName } from '@latchkey/core'
import { useRunning } from './useRunning.js'

/** A change of email that runs. */
export type RunningUpdate = Exclude<EmailUpdateState, { readonly step: 'idle' }>

const selectUpdate = ({ emailUpdate }: ModalState): RunningUpdate | undefined =>
  emailUpdate && emailUpdate.step !== 'idle' ? emailUpdate : undefined

/** The change of email that a view shows, or undefined where there is none to show. */
export function useEmailUpdate(view: ViewName): RunningUpdate | undefined {
  return useRunning(view, selectUpdate)
}
