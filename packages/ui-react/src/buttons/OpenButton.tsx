import { internals, type OpenRequest, type ThemeState } from '@latchkey/core'
import { type ButtonHTMLAttributes, type ReactElement, useEffect, useRef } from 'react'
import { useModalValue } from '../hooks/useModalValue.js'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import { applyTheme } from '../theme/applyTheme.js'
import type { UiModal } from '../uiModal.js'

export type OpenButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'type'> & {
  readonly modal?: UiModal | undefined
  readonly request?: OpenRequest | undefined
  readonly kind?: 'primary' | 'plain' | undefined
}

/** A button that opens the modal. Renders on a server; loads the modal when it is about to be needed. */
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
