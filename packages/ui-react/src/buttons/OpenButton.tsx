import { internals, type OpenRequest, type ThemeState } from '@latchkey/core'
import { type ButtonHTMLAttributes, type ReactElement, useEffect, useRef } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { useModalValue } from '../hooks/useModalState.js'
import { buttonTexts } from '../i18n/messages/buttons.js'
import { applyTheme } from '../theme/applyTheme.js'
import type { UiModal } from '../uiModal.js'

type OpenButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'type'> & {
  readonly modal?: UiModal | undefined
  readonly request?: OpenRequest | undefined
  readonly kind?: 'primary' | 'plain' | undefined
}

/** A button that opens the modal. Renders on a server; loads the modal on hover and focus. */
export function OpenButton({ modal, request, kind = 'plain', className, ...rest }: OpenButtonProps): ReactElement {
  const instance = useModalInstance(modal)
  const theme = useModalValue((state) => state.theme, instance)
  const button = useRef<HTMLButtonElement>(null)
  const applied = useRef<ThemeState>(undefined)

  useEffect(() => instance.start(), [instance])
  useEffect(() => {
    if (button.current) applyTheme(button.current, theme, applied.current)
    applied.current = theme
  }, [theme])

  return (
    <button
      {...rest}
      ref={button}
      type="button"
      className={className ? `lk-button ${className}` : 'lk-button'}
      data-kind={kind}
      data-mode={theme.mode}
      aria-haspopup="dialog"
      onClick={() => {
        instance.open(request).catch(instance[internals].warn)
      }}
      onPointerOver={() => instance.prefetch()}
      onFocus={() => instance.prefetch()}
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
