import { internals, type ModalState, type Route, type ViewName } from '@latchkey/core'
import { goBack, push } from '@latchkey/core/controllers/shell'
import { close } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useEffect, useRef } from 'react'
import { useModalState } from '../hooks/useModalState.js'
import { useShell, useTexts } from '../hooks/useShell.js'
import type { MessageKey } from '../i18n/messages/keys.js'
import { Icon } from '../primitives/Icon.js'
import type { KnownView } from './createViewLoader.js'

type HeaderProps = {
  readonly known: KnownView
  readonly params: Route['params']
  /** Changes when the same view is requested again. */
  readonly visit: number
}

const selectOpen = (state: ModalState): boolean => state.modal.open

/** Back, title, close. The title takes the focus when the view changes, so that its name is read out. */
export function Header({ known, params, visit }: HeaderProps): ReactElement {
  const { modal, t } = useShell()
  const isOpen = useModalState(selectOpen)
  const { inline: isInline } = modal[internals].options
  const { name, help, Title, Header: Center, canGoBack: isLeavable } = known
  const canGoBack = useModalState(
    useCallback((state) => state.router.stack.length > 1 && (isLeavable?.(state) ?? true), [isLeavable]),
  )
  const title = useTitle(known, params)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view asks for the focus
  useEffect(() => {
    // the dialog focuses the first view; an inline modal focuses only views that the user opened
    const isAsked = isOpen && (!isInline || canGoBack)
    if (!isFirst.current && isAsked) heading.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [name, visit])

  return (
    <div className="head" part="header">
      {canGoBack ? (
        <button
          className="icon-button"
          part="icon-button"
          type="button"
          aria-label={t('back')}
          onClick={() => goBack(modal)}
        >
          <Icon name="back" flip />
        </button>
      ) : (
        help && <HelpButton view={help} />
      )}
      <h2
        className={Center ? 'sr' : 'title'}
        part={Center ? undefined : 'title'}
        id="title"
        dir="auto"
        key={`${name} ${visit}`}
        tabIndex={-1}
        ref={heading}
      >
        {Title ? <Title /> : title}
      </h2>
      {Center && (
        <div className="center">
          <Center />
        </div>
      )}
      {!isInline && (
        <button
          className="icon-button"
          part="icon-button"
          type="button"
          data-end=""
          aria-label={t('close')}
          onClick={() => close(modal)}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

function HelpButton({ view }: { readonly view: ViewName }): ReactElement {
  const { modal, t, prepareView } = useShell()
  return (
    <button
      className="icon-button"
      part="icon-button"
      type="button"
      aria-label={t('whatIsAWalletTitle')}
      onPointerOver={() => prepareView(view)}
      onClick={() => push(modal, { view, params: undefined } as Route)}
    >
      <Icon name="help" />
    </button>
  )
}

const noTexts = {}

function useTitle({ title, texts = noTexts }: KnownView, params: Route['params']): string | undefined {
  const { modal } = useShell()
  const t = useTexts<MessageKey>(texts)
  const select = useCallback(
    // the router gives a view the parameters of its own route
    (state: ModalState) => (typeof title === 'function' ? title(state, params as never, modal) : title),
    [title, params, modal],
  )
  const value = useModalState(select)
  if (typeof value !== 'object') return value && t(value)
  return 'text' in value ? value.text : t(value.key, value.params)
}
