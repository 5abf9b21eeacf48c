import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import type { Permission } from '../access.js'
import { useClient } from './client.js'
import { useLoaded, useLocation, useSigned, useWork } from './hooks.js'
import { Icon, type IconName } from './icons.js'
import { type Mode, readMode, storeMode } from './mode.js'
import { Link } from './parts.js'

type Item = { readonly to: string; readonly text: string; readonly icon: IconName; readonly permission: Permission }

const items: readonly Item[] = [
  { to: '/', text: 'Overview', icon: 'overview', permission: 'status.read' },
  { to: '/projects', text: 'Projects', icon: 'projects', permission: 'projects.read' },
  { to: '/users', text: 'Users', icon: 'users', permission: 'users.read' },
  { to: '/approvals', text: 'Approvals', icon: 'approvals', permission: 'proposals.read' },
  { to: '/signing', text: 'Signing', icon: 'signing', permission: 'signing.read' },
  { to: '/keys', text: 'Keys', icon: 'keys', permission: 'keys.read' },
  { to: '/audit', text: 'Audit log', icon: 'audit', permission: 'audit.read' },
  { to: '/orders', text: 'Orders', icon: 'orders', permission: 'orders.read' },
  { to: '/status', text: 'Status', icon: 'status', permission: 'status.read' },
  { to: '/operators', text: 'Operators', icon: 'operators', permission: 'operators.read' },
]

/** Interval for reading the state of the signing switch. Milliseconds. */
const every = 15_000

/** Navigation around the pages, and, while signing is stopped, that it is. */
export function Shell({
  onSignedOut,
  children,
}: {
  readonly onSignedOut: () => void
  readonly children: ReactNode
}): ReactElement {
  const { pathname } = useLocation()
  const { session, can } = useSigned()
  const [isOpen, setIsOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page closes the menu
  useEffect(() => setIsOpen(false), [pathname])
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setIsOpen(false)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOpen])
  const isCurrent = (to: string): boolean => (to === '/' ? pathname === '/' : pathname.startsWith(to))
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <button
          type="button"
          className="icon-button"
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
        <Brand />
      </header>
      <aside className="side" aria-label="Menu" data-open={isOpen || undefined}>
        <div className="side-brand">
          <Brand />
        </div>
        <nav id="navigation" aria-label="Console">
          <ul>
            {items
              .filter(({ permission }) => can(permission))
              .map(({ to, text, icon }) => (
                <li key={to}>
                  <Link to={to} className="nav" aria-current={isCurrent(to) ? 'page' : undefined}>
                    <Icon name={icon} />
                    {text}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <div className="side-foot">
          <Link to="/account" className="nav" aria-current={isCurrent('/account') ? 'page' : undefined}>
            <Icon name="account" />
            <span className="who">
              <b>{session.operator.name}</b>
              <small className="muted">{session.operator.role}</small>
            </span>
          </Link>
          <ModeSwitch />
          <SignOut onSignedOut={onSignedOut} />
        </div>
      </aside>
      <div className="content">
        {session.services.vault.isConfigured && can('signing.read') && <SigningBanner />}
        {children}
      </div>
    </div>
  )
}

export function Brand(): ReactElement {
  return (
    <span className="brand">
      <img src="/favicon.svg" alt="" width="28" height="28" />
      <b>Latchkey</b>
      <span className="muted">console</span>
    </span>
  )
}

function SigningBanner(): ReactElement | null {
  const { data } = useLoaded('signing', (client, signal) => client.vault('GET /v1/signing', {}, signal), { every })
  if (!data || data.stopped.length === 0) return null
  return (
    <p className="banner" role="status">
      <Icon name="warning" />
      <span>
        {data.stopped.includes('*')
          ? 'Signing is stopped for all projects.'
          : `Signing is stopped for ${data.stopped.join(', ')}.`}
      </span>
      <Link to="/signing">Details</Link>
    </p>
  )
}

const modes: readonly (readonly [Mode, string])[] = [
  ['auto', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

function ModeSwitch(): ReactElement {
  const [mode, setMode] = useState(readMode)
  return (
    <fieldset className="modes">
      <legend className="hidden">Appearance</legend>
      {modes.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name="mode"
            checked={mode === value}
            onChange={() => {
              storeMode(value)
              setMode(value)
            }}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

function SignOut({ onSignedOut }: { readonly onSignedOut: () => void }): ReactElement {
  const client = useClient()
  const { isBusy, error, run } = useWork()
  return (
    <>
      <button
        type="button"
        className="nav"
        aria-disabled={isBusy || undefined}
        onClick={() => void run(() => client.ask('POST /api/sign-out', {})).then((isDone) => isDone && onSignedOut())}
      >
        <Icon name="signOut" />
        Sign out
      </button>
      {error && error.code !== 'SIGN_IN' && (
        <small className="bad" role="alert">
          {error.message}
        </small>
      )}
    </>
  )
}
