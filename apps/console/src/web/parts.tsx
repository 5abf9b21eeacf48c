import {
  type ButtonHTMLAttributes,
  type FormEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { ServiceName } from '../access.js'
import type { RequestError } from './client.js'
import { toAge, toTime } from './format.js'
import { type Loaded, navigate, useSigned } from './hooks.js'
import { Icon, type IconName } from './icons.js'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: 'primary' | 'danger' | 'plain' | undefined
  readonly isBusy?: boolean | undefined
  readonly icon?: IconName | undefined
}

/** A button. While busy it keeps its place and focus, and does nothing. */
export function Button({ kind, isBusy = false, icon, children, onClick, ...rest }: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className="button"
      data-kind={kind}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link within the console. */
export function Link({
  to,
  children,
  ...rest
}: { readonly to: string; readonly children: ReactNode } & Omit<
  React.AnchorHTMLAttributes<HTMLAnchorElement>,
  'href'
>): ReactElement {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        // other clicks open tabs and windows
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        rest.onClick?.(event)
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}

export type Tone = 'good' | 'bad' | 'warn' | 'accent' | 'plain'

export function Tag({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}): ReactElement {
  return (
    <span className="tag" data-tone={tone}>
      {children}
    </span>
  )
}

/** A time: how long ago, and exactly on hover and for screen readers. */
export function Time({ at }: { readonly at: number }): ReactElement {
  return (
    <time dateTime={new Date(at).toISOString()} title={toTime(at)}>
      {toAge(at)}
    </time>
  )
}

/** A text to copy, such as an address. */
export function Copy({ text, shown = text }: { readonly text: string; readonly shown?: string }): ReactElement {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <span className="copy">
      <code title={text}>{shown}</code>
      <button
        type="button"
        className="icon-button small"
        aria-label={isCopied ? 'Copied' : `Copy ${shown}`}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
        onBlur={() => setIsCopied(false)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
    </span>
  )
}

type CardProps = {
  readonly title?: string | undefined
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

export function Card({ title, text, actions, children }: CardProps): ReactElement {
  const id = useId()
  return (
    <section className="card" aria-labelledby={title === undefined ? undefined : id}>
      {(title !== undefined || actions !== undefined) && (
        <header>
          <div>
            {title !== undefined && <h2 id={id}>{title}</h2>}
            {text !== undefined && <p className="muted">{text}</p>}
          </div>
          {actions !== undefined && <div className="actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

type PageProps = {
  readonly title: string
  readonly text?: ReactNode
  readonly back?: { readonly to: string; readonly text: string } | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page with its title, which gets the focus when the page is opened. */
export function Page({ title, text, back, actions, children }: PageProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Latchkey console`
    // the first page of a visit starts at the top, as pages do
    if (document.activeElement !== document.body) heading.current?.focus()
  }, [title])
  return (
    <main id="main">
      {back && (
        <Link to={back.to} className="back">
          <Icon name="back" />
          {back.text}
        </Link>
      )}
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {text !== undefined && <p className="muted">{text}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </main>
  )
}

export function Empty({
  title,
  text,
  icon = 'empty',
  children,
}: {
  readonly title: string
  readonly text?: ReactNode
  readonly icon?: IconName
  readonly children?: ReactNode
}): ReactElement {
  return (
    <div className="state">
      <span className="tile">
        <Icon name={icon} />
      </span>
      <strong>{title}</strong>
      {text !== undefined && <p className="muted">{text}</p>}
      {children}
    </div>
  )
}

/** An error message beside the part that failed. Screen readers announce it at once. */
export function Failure({ error }: { readonly error: RequestError | undefined }): ReactElement | null {
  if (!error) return null
  return (
    <p className="note" data-tone="bad" role="alert">
      <Icon name="warning" />
      <span>{error.message}</span>
    </p>
  )
}

export function Note({
  tone = 'accent',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}): ReactElement {
  return (
    <div className="note" data-tone={tone}>
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  )
}

type LoadedViewProps<data> = {
  readonly from: Loaded<data>
  /** Rows of the placeholder. */
  readonly rows?: number
  readonly children: (data: data) => ReactNode
}

/** Shows a placeholder, an error with a retry button, or the content. If reloading failed: the content and the error. */
export function LoadedView<data>({ from, rows = 3, children }: LoadedViewProps<data>): ReactElement {
  const { data, error, isLoading, reload } = from
  if (data === undefined && error)
    return (
      <div className="state" role="alert">
        <span className="tile" data-tone="bad">
          <Icon name="warning" />
        </span>
        <strong>{error.code === 'NOT_CONFIGURED' ? 'Not configured' : 'Couldn’t load this'}</strong>
        <p className="muted">{error.message}</p>
        {error.code !== 'NOT_CONFIGURED' && error.code !== 'FORBIDDEN' && (
          <Button onClick={reload} isBusy={isLoading}>
            Try again
          </Button>
        )}
      </div>
    )
  if (data === undefined)
    return (
      <div className="skeletons" role="status" aria-label="Loading">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <span key={index} className="skeleton" />
        ))}
      </div>
    )
  return (
    <>
      {error && (
        <div className="note" data-tone="warn" role="alert">
          <Icon name="warning" />
          <div>
            This may be out of date. {error.message}{' '}
            <button type="button" className="link" onClick={reload}>
              Try again
            </button>
          </div>
        </div>
      )}
      {children(data)}
    </>
  )
}

/** Shows a section's content if its service is configured, else which variables to set. */
export function NeedsService({
  service,
  children,
}: {
  readonly service: ServiceName
  readonly children: ReactNode
}): ReactElement {
  const { isConfigured, variables } = useSigned().session.services[service]
  if (isConfigured) return <>{children}</>
  return (
    <Empty
      title={`No ${service} connected`}
      icon="status"
      text={
        <>
          Set{' '}
          {variables.map((name, index) => (
            <span key={name}>
              {index > 0 && ' and '}
              <code>{name}</code>
            </span>
          ))}{' '}
          in the console’s environment, and restart it.
        </>
      }
    />
  )
}

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly onSubmit?: (() => void) | undefined
  readonly footer: ReactNode
}

/** A modal dialog. Esc and the close button leave it; focus returns to where it was. */
export function Dialog({ title, onClose, onSubmit, footer, children }: DialogProps): ReactElement {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <form onSubmit={submit} noValidate>
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div className="dialog-body">{children}</div>
        <footer>{footer}</footer>
      </form>
    </dialog>
  )
}

/** Loads further pages of a list below the first one. */
export function More({
  isBusy,
  onClick,
  children = 'Show more',
}: {
  readonly isBusy: boolean
  readonly onClick: () => void
  readonly children?: ReactNode
}): ReactElement {
  return (
    <div className="more">
      <Button onClick={onClick} isBusy={isBusy}>
        {children}
      </Button>
    </div>
  )
}
