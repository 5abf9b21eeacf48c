import type { DisconnectOptions } from '@latchkey/core'
import { disconnect } from '@latchkey/core/controllers'
import { useCallback } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'

export type UseDisconnectResult = { readonly disconnect: (options?: DisconnectOptions) => Promise<void> }

/** Ends connections. Rejects with `DISCONNECT_FAILED` when the wallet does not confirm; the page is free all the same. */
export function useDisconnect(modal?: UiModal | undefined): UseDisconnectResult {
  const instance = useModalInstance(modal)
  return { disconnect: useCallback((options) => disconnect(instance, options), [instance]) }
}
