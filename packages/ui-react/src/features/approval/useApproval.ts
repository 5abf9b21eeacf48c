import type { ModalState } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers/shell'
import { close, getRoute, setApprovalSlot } from '@latchkey/core/internal'
import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../hooks/useShell.js'
import type { UiModal } from '../../uiModal.js'
import { watchRect } from './watchRect.js'

type ApprovalView = {
  /** Whether a request waits for the user. */
  readonly isWaiting: boolean
  /** Whether the wallet's own screen is visible: it has its own title and its own button to reject. */
  readonly isScreenShown: boolean
  readonly cancel: () => void
}

/** The view stays mounted while the modal fades and for a moment after it was left; the wallet's screen must not. */
const selectShown = (state: ModalState): boolean => state.modal.open && getRoute(state).view === 'ApproveTransaction'
const selectWaiting = (state: ModalState): boolean => state.approval !== undefined
const selectHeight = (state: ModalState): number | undefined => state.approval?.height

/** Reserves space for the wallet's own screen, reports its position to the wallet, and hides it with the view. */
export function useApproval(
  slot: RefObject<HTMLElement | null>,
  button: RefObject<HTMLButtonElement | null>,
): ApprovalView {
  const { modal } = useShell()
  const isShown = useModalState(selectShown)
  const isWaiting = useModalState(selectWaiting)
  const height = useModalState(selectHeight)
  const isScreenShown = isWaiting && height !== undefined
  const cancel = useCallback(() => leaveApproval(modal), [modal])

  useLayoutEffect(() => {
    const style = slot.current?.style
    if (height === undefined) style?.removeProperty('--screen-height')
    else style?.setProperty('--screen-height', `${height}px`)
  }, [slot, height])

  useEffect(() => {
    const element = slot.current
    if (!isShown || !isWaiting || !element) return undefined
    const stop = watchRect(element, (place) => setApprovalSlot(modal, place.height > 0 ? place : null))
    return () => {
      stop()
      setApprovalSlot(modal, null)
    }
  }, [modal, slot, isShown, isWaiting])

  useEffect(() => {
    const element = button.current
    if (!isShown || isScreenShown || !element) return undefined
    // the dialog of the wallet's screen makes the page behind it inert: clicks on this button reach the dialog instead
    const onPress = (event: MouseEvent): void => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const isInside =
        event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
      if (isInside && !event.composedPath().includes(element)) cancel()
    }
    const { ownerDocument } = element
    ownerDocument.addEventListener('click', onPress, true)
    return () => ownerDocument.removeEventListener('click', onPress, true)
  }, [button, isShown, isScreenShown, cancel])

  return { isWaiting, isScreenShown, cancel }
}

/** Goes back, or closes even if a required sign-in is missing, so that the user is never trapped. Core rejects the request. */
function leaveApproval(modal: UiModal): void {
  if (modal.getState().router.stack.length > 1) goBack(modal)
  else close(modal, { force: true })
}
