import type { ModalState, ViewName } from '@latchkey/core'
import { getRoute } from '@latchkey/core/internal'
import { useCallback, useState } from 'react'
import { useModalState } from './useModalState.js'

/**
 * What a view is about, as long as it runs. A view stays for a moment after it was left, which ends what it is about: until
 * it is gone it shows the last of it.
 */
export function useRunning<flow extends object>(
  view: ViewName,
  select: (state: ModalState) => flow | undefined,
): flow | undefined {
  const isShown = useModalState(
    useCallback((state: ModalState) => state.modal.open && getRoute(state).view === view, [view]),
  )
  const current = useModalState(select)
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  return isShown ? current : last
}
