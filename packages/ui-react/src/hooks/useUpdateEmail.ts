import { loadModule } from '@latchkey/core'
import { useMemo } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'

export type UseUpdateEmailResult = {
  /**
   * Opens the view that changes the email of the embedded wallet; resolves with the new email once it is set. Rejects with
   * `NOT_EMAIL_OR_SOCIAL` if no embedded wallet is connected, and with `MODAL_CLOSED` if the user leaves. [S4.13]
   */
  readonly updateEmail: () => Promise<{ readonly email: string }>
}

const load = () => loadModule(() => import('@latchkey/core/controllers/login'))

/** Changes the email of the embedded wallet. */
export function useUpdateEmail(modal?: UiModal | undefined): UseUpdateEmailResult {
  const instance = useModalInstance(modal)
  return useMemo(() => ({ updateEmail: async () => (await load()).updateEmail(instance) }), [instance])
}
