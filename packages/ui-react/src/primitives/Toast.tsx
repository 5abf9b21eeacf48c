import { isLatchkeyError, type Toast } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers/shell'
import { type ReactElement, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useIsOpen } from '../hooks/useAfterPaint.js'
import { useTexts } from '../hooks/useShell.js'
import type { ShellKey } from '../i18n/messages/keys.js'
import { noticeTexts } from '../i18n/messages/shell.js'
import { isShellKey, type Params, type Translate, toErrorKey } from '../i18n/translate.js'
import type { UiModal } from '../uiModal.js'
import { Icon, type IconName } from './Icon.js'

const icons: { readonly [variant in Toast['variant']]: IconName } = {
  success: 'check',
  error: 'warning',
  loading: 'loader',
}

type ToastMessageProps = {
  readonly toast: Toast
  /** A popover. */
  readonly host: HTMLElement
  /** A status region outside the dialog. */
  readonly said: HTMLElement
  /** The same inside. */
  readonly inside: HTMLElement | null
}

/**
 * A notice in the top layer, above the dialog or without it. It is announced from a region that exists before: one inside
 * the dialog while it is open, because the outside is inert then, else one outside.
 */
export function ToastMessage({ toast, host, said, inside }: ToastMessageProps): ReactElement {
  const isOpen = useIsOpen()
  const t = useTexts(noticeTexts)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that opens covers the toast, unless it is shown again
  useLayoutEffect(() => {
    host.showPopover?.()
    return () => host.hidePopover?.()
  }, [host, toast, isOpen])

  const text = toText(toast, t)
  const region = isOpen ? inside : said
  return (
    <>
      {region && createPortal(text, region)}
      {createPortal(
        <>
          <Icon name={icons[toast.variant]} spin={toast.variant === 'loading'} />
          {/* announced by the region */}
          <span aria-hidden="true">{text}</span>
        </>,
        host,
      )}
    </>
  )
}

function toText({ message }: Toast, t: Translate<keyof typeof noticeTexts | ShellKey>): string {
  if ('text' in message) return message.text
  const { code } = message
  return t(isNotice(code) || isShellKey(code) ? code : 'CONNECTOR_FAILED')
}

function isNotice(code: string): code is keyof typeof noticeTexts {
  return Object.hasOwn(noticeTexts, code)
}

/** Shows a notice of an error, unless the user canceled. */
export function showFailure(modal: UiModal, t: Translate, cause: unknown, params?: Params | undefined): void {
  const code = isLatchkeyError(cause) ? cause.code : undefined
  if (code === 'ABORTED' || code === 'MODAL_CLOSED') return
  showToast(modal, { variant: 'error', message: { text: t(code ? toErrorKey(code) : 'unknownError', params) } })
}
