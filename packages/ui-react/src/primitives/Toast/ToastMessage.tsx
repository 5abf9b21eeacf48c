import type { ModalState, Toast } from '@latchkey/core'
import { type ReactElement, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useModalState } from '../../hooks/useModalState.js'
import { isShellKey } from '../../i18n/translate.js'
import { useShell } from '../../router/ShellContext.js'
import { Icon, type IconName } from '../Icon/Icon.js'

const icons: { readonly [variant in Toast['variant']]: IconName } = {
  success: 'check',
  error: 'warning',
  loading: 'loader',
}

export type ToastMessageProps = {
  /** A popover. */
  readonly host: HTMLElement
  /** A status region outside the dialog. */
  readonly said: HTMLElement
}

const selectToast = (state: ModalState): Toast | undefined => state.toast
const selectOpen = (state: ModalState): boolean => state.modal.open

/**
 * The notice, in the top layer above the dialog, and there without the dialog too. Its words are announced from a region that
 * is there before them: one inside the dialog while it is open, as what lies outside is inert then, else one outside.
 */
export function ToastMessage({ host, said }: ToastMessageProps): ReactElement {
  const toast = useModalState(selectToast)
  const isOpen = useModalState(selectOpen)
  const { t } = useShell()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that opens covers the toast, unless it is shown anew
  useLayoutEffect(() => {
    if (!toast) return
    host.showPopover?.()
    return () => host.hidePopover?.()
  }, [host, toast, isOpen])

  const text = toast ? toText(toast, t) : ''
  return (
    <>
      <span className="sr" role="status">
        {isOpen ? text : ''}
      </span>
      {createPortal(
        toast && (
          <>
            <Icon name={icons[toast.variant]} spin={toast.variant === 'loading'} />
            {/* said by the regions below */}
            <span aria-hidden="true">{text}</span>
          </>
        ),
        host,
      )}
      {createPortal(isOpen ? '' : text, said)}
    </>
  )
}

function toText({ message }: Toast, t: ReturnType<typeof useShell>['t']): string {
  if ('text' in message) return message.text
  return t(isShellKey(message.code) ? message.code : 'CONNECTOR_FAILED')
}
