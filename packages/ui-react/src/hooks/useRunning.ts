import type { ModalState, ViewName } from '@latchkey/core'
import { getRoute } from '@latchkey/core/internal'
import { useCallback, useState } from 'react'
import { useModalState } from './useModalState.js'

/**
 * The running flow that a view shows. Leaving a view ends its flow, but the view stays for a moment: until it is gone it
 * shows the last state of the flow.
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
