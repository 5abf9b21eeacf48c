import { internals, type ModalState, type Route, type RouterState, type ViewName } from '@latchkey/core'
import { goBack, push } from '@latchkey/core/controllers/shell'
import { close, popTo } from '@latchkey/core/internal'
import { memo, type NamedExoticComponent, type ReactElement, type RefObject, useCallback } from 'react'
import { useModalState } from '../hooks/useModalState.js'
import { useShell, useTexts } from '../hooks/useShell.js'
import type { MessageKey } from '../i18n/messages/keys.js'
import { Icon } from '../primitives/Icon.js'
import type { KnownView } from './createViewLoader.js'

type HeaderProps = {
  readonly known: KnownView
  readonly params: Route['params']
  /** The shown routes, which are those of the state or older. */
  readonly stack: RouterState['stack']
  /** The heading that names the dialog. */
  readonly title: RefObject<HTMLHeadingElement | null>
  /** Changes when the same view is requested again. */
  readonly visit: number
  /** Whether it stands above the list of two panes: the other pane has the close button. */
  readonly isList?: boolean | undefined
  /** False for the pane that doesn't name the dialog. */
  readonly isTitle?: boolean | undefined
}

/** Back, title, close. Opening and closing don't render it again. */
export const Header: NamedExoticComponent<HeaderProps> = memo(function Header({
  known,
  params,
  stack,
  title,
  visit,
  isList = false,
  isTitle = true,
}: HeaderProps): ReactElement {
  const { modal, t } = useShell()
  const { inline: isInline } = modal[internals].options
  const { name, help, Title, Header: Center, Start, canGoBack } = known
  const text = useTitle(known, params)
  const hasBack = useModalState(
    useCallback(
      (state: ModalState) => {
        const depth = isList ? stack.findLastIndex(({ view }) => view === name) : stack.length - 1
        return depth > 0 && (canGoBack?.(state) ?? true)
      },
      [name, stack, isList, canGoBack],
    ),
  )
  const leave = (): void => {
    // going back from the list also leaves the view chosen in it
    if (isList) popTo(modal, name)
    goBack(modal)
  }

  return (
    <div className="head" part="header" data-list={isList || undefined}>
      {hasBack && (isTitle || isList) ? (
        <button className="icon-button" part="icon-button" type="button" aria-label={t('back')} onClick={leave}>
          <Icon name="back" flip />
        </button>
      ) : Start ? (
        <Start />
      ) : (
        // the second pane explains it without a click
        !isList && isTitle && help && <HelpButton view={help} />
      )}
      <h2
        className={Center ? 'sr' : 'title'}
        part={Center ? undefined : 'title'}
        id={isTitle ? 'title' : undefined}
        dir="auto"
        key={`${name} ${visit}`}
        tabIndex={isTitle ? -1 : undefined}
        ref={isTitle ? title : undefined}
      >
        {Title ? <Title /> : text}
      </h2>
      {Center && (
        <div className="center">
          <Center />
        </div>
      )}
      {!isInline && !isList && (
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
})

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
