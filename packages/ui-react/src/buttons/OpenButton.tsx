import { internals, type OpenRequest, type ThemeState } from '@latchkey/core'
import { type ButtonHTMLAttributes, type ReactElement, useEffect, useRef } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { useModalValue } from '../hooks/useModalState.js'
import { buttonTexts } from '../i18n/messages/buttons.js'
import { applyTheme } from '../theme/applyTheme.js'
import type { UiModal } from '../uiModal.js'

/** Props of a `<button>` that opens the modal. */
export type OpenProps = {
  readonly type: 'button'
  readonly 'aria-haspopup': 'dialog'
  readonly onClick: () => void
  /** Loads the modal, as `onFocus` does. */
  readonly onPointerOver: () => void
  readonly onFocus: () => void
}

/** Creates the props of a button that opens the modal, and loads it when it is about to be needed. */
export function toOpenProps(
  modal: UiModal,
  open: () => void,
  prefetch: () => void = () => modal.prefetch(),
): OpenProps {
  return { type: 'button', 'aria-haspopup': 'dialog', onClick: open, onPointerOver: prefetch, onFocus: prefetch }
}

type OpenButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof OpenProps> & {
  readonly modal?: UiModal | undefined
  readonly request?: OpenRequest | undefined
  readonly kind?: 'primary' | 'plain' | undefined
  /** A chevron says that a click opens more. */
  readonly hasMenu?: boolean | undefined
  /** What it does, if not opening the modal with `request`. */
  readonly openProps?: OpenProps | undefined
}

/** A button that opens the modal. Renders on a server; loads the modal on hover and focus. */
export function OpenButton(props: OpenButtonProps): ReactElement {
  const { modal, request, kind = 'plain', hasMenu, className, openProps, ...rest } = props
  const instance = useModalInstance(modal)
  const theme = useModalValue((state) => state.theme, instance)
  const button = useRef<HTMLButtonElement>(null)
  const applied = useRef<ThemeState>(undefined)

  useEffect(() => instance.start(), [instance])
  useEffect(() => {
    if (button.current) applyTheme(button.current, theme, applied.current)
    applied.current = theme
  }, [theme])

  const open = (): void => {
    instance.open(request).catch(instance[internals].warn)
  }
  return (
    <button
      {...rest}
      {...(openProps ?? toOpenProps(instance, open))}
      ref={button}
      className={className ? `lk-button ${className}` : 'lk-button'}
      data-kind={kind}
      data-menu={hasMenu ? '' : undefined}
      data-mode={theme.mode}
    />
  )
}

export type ButtonTexts = { readonly [key in keyof typeof buttonTexts]: string }

/** The texts of the buttons, in the language of the modal, with the app's own words over them. */
export function useButtonTexts(modal?: UiModal | undefined): ButtonTexts {
  const { ui } = useModalInstance(modal)
  // from the state: server-rendered texts are English until hydration
  return { ...buttonTexts, ...useModalValue(({ locale }) => (locale ? ui.texts : ui.messages), modal) }
}
