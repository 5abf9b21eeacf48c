import { internals, type RequestError } from '@latchkey/core'
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useShell, useTexts } from '../hooks/useShell.js'
import { toHelpKey } from '../i18n/errorKeys.js'
import { waitingTexts } from '../i18n/messages/shell.js'
import { type Params, toErrorKey } from '../i18n/translate.js'
import { Icon, type IconName } from './Icon.js'

/**
 * `ready`: not started. `waiting`: for the wallet, a service or the network. `partial`: succeeded in part.
 * `unknown`: may still succeed. `failed`: also if the user declined.
 */
export type StatusKind = 'ready' | 'waiting' | 'done' | 'partial' | 'unknown' | 'failed'

export type StatusAction = {
  readonly text: string
  readonly isDisabled?: boolean | undefined
  /** In progress. The button keeps the focus, unlike a disabled one. */
  readonly isBusy?: boolean | undefined
} & ({ readonly onClick: () => void } | { readonly href: string; readonly target?: string | undefined })

export type StatusProps = {
  readonly kind: StatusKind
  /** Inside the ring: the icon of the wallet, provider, network or token. Default: an icon for the kind. */
  readonly mark?: ReactNode
  /** At the corner of the mark until there is an outcome, as the icon of the app that asks. */
  readonly badge?: ReactNode
  /** One sentence. */
  readonly title: string
  /** The `id` of the title, if it names something else in the view. */
  readonly titleId?: string | undefined
  /** One line of help. */
  readonly text: ReactNode
  /** Content between the text and the actions. */
  readonly children?: ReactNode
  /** The next step. */
  readonly primary?: StatusAction | undefined
  /** Another way to get there, below the next step. */
  readonly alternative?: ReactNode
  /** The way out. */
  readonly secondary?: StatusAction | undefined
}

const icons: { readonly [kind in StatusKind]: IconName } = {
  ready: 'info',
  waiting: 'loader',
  done: 'check',
  partial: 'info',
  unknown: 'info',
  failed: 'warning',
}

/**
 * The state of a request, from waiting to its outcome: an icon in a ring, a sentence, a line of help, the next step and
 * the way out. One element for all states of a request, so that each change is announced. Keeps the keyboard where it is:
 * if a change removes the focused button, the sentence takes the focus.
 */
export function Status({
  kind,
  mark,
  badge,
  title,
  titleId,
  text,
  children,
  primary,
  alternative,
  secondary,
}: StatusProps): ReactElement {
  const heading = useLostFocus(`${kind} ${title}`)
  return (
    <div className="body">
      <div className="status" role="status" data-kind={kind}>
        <span className="ring">
          {mark ?? (
            <span className="tile" part="tile" aria-hidden="true">
              <Icon name={icons[kind]} />
            </span>
          )}
          <svg viewBox="0 0 104 104" aria-hidden="true">
            <rect x="2" y="2" width="100" height="100" rx="33" pathLength="100" />
          </svg>
          {kind === 'ready' || kind === 'waiting'
            ? badge && <span className="state">{badge}</span>
            : mark !== undefined && (
                <span className="state" data-filled="">
                  <Icon name={icons[kind]} />
                </span>
              )}
        </span>
        <h3 dir="auto" id={titleId} tabIndex={-1} ref={heading}>
          {title}
        </h3>
        <p className="muted" dir="auto">
          {text}
        </p>
      </div>
      {children}
      {primary && <ActionButton action={primary} isPrimary />}
      {alternative}
      {secondary && <ActionButton action={secondary} />}
    </div>
  )
}

/** Focuses the heading when a change has removed the focused element, so that it is read out and Tab continues from there. */
function useLostFocus(change: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { modal } = useShell()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change may remove the focused element
  useEffect(() => {
    const document = heading.current?.ownerDocument
    // an inline modal leaves the focus of the page alone until the user has opened a view
    const isAsked = !modal[internals].options.inline || modal.getState().router.stack.length > 1
    if (isAsked && document?.activeElement === document?.body) heading.current?.focus({ preventScroll: true })
  }, [modal, change])
  return heading
}

type ActionButtonProps = { readonly action: StatusAction; readonly isPrimary?: boolean | undefined }

/** A button, or a link that looks like one: phones and pop-up blockers follow only a real link. */
export function ActionButton({ action, isPrimary }: ActionButtonProps): ReactElement {
  const look = isPrimary ? { part: 'button primary', 'data-kind': 'primary' } : { part: 'button' }
  if ('href' in action)
    return (
      <a className="btn" {...look} href={action.href} target={action.target ?? '_blank'} rel="noopener noreferrer">
        {action.text}
        <Icon name="external" flip />
      </a>
    )
  return (
    <button
      className="btn"
      {...look}
      type="button"
      disabled={action.isDisabled}
      aria-disabled={action.isBusy || undefined}
      onClick={() => action.isBusy || action.onClick()}
    >
      {action.isBusy && <Icon name="loader" spin />}
      {action.text}
    </button>
  )
}

type RequestStatusProps = {
  readonly mark: ReactNode
  readonly title: string
  readonly text: string
  /** False before waiting starts. */
  readonly isWaiting?: boolean | undefined
  /** The error; its texts replace the others. */
  readonly error?: RequestError | undefined
  /** Parameters of the error text. */
  readonly errorParams?: Params | undefined
  /** The title of the error, if the view has its own. */
  readonly failure?: string | undefined
  /** The help text of the error, if the view has its own. */
  readonly help?: string | undefined
  /** The label of the retry button. Default: "Try again". */
  readonly retryText?: string | undefined
  /** Disables the retry button while it is too early. */
  readonly isRetryOff?: boolean | undefined
  /** Actions while it waits. */
  readonly action?: ReactNode
  /** Another way to get there, before it starts, while it waits and after an error. */
  readonly alternative?: ReactNode
  readonly onRetry: () => void
  readonly onCancel: () => void
}

/** A request that waits for somebody's answer, or its error with a retry button. */
export function RequestStatus(props: RequestStatusProps): ReactElement {
  const { mark, title, text, isWaiting = true, error, errorParams, action, onRetry, onCancel } = props
  const t = useTexts(waitingTexts)
  const secondary = { text: t('cancel'), onClick: onCancel }
  // one element for both, see Status
  return (
    <Status
      mark={mark}
      {...(error
        ? {
            kind: 'failed' as const,
            title: props.failure ?? t(toErrorKey(error.code), errorParams),
            text: props.help ?? t(toHelpKey(error.code)),
            primary: { text: props.retryText ?? t('tryAgain'), isDisabled: props.isRetryOff, onClick: onRetry },
          }
        : {
            kind: isWaiting ? ('waiting' as const) : ('ready' as const),
            title,
            text,
            children: action,
          })}
      alternative={props.alternative}
      secondary={secondary}
    />
  )
}
