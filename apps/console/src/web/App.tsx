import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionView } from '../api.js'
import { ClientContext, createClient, RequestError } from './client.js'
import { ErrorBoundary } from './ErrorBoundary.js'
import { navigate, SignedContext, toRequestError, useLocation } from './hooks.js'
import { Icon } from './icons.js'
import { AccountPage } from './pages/Account.js'
import { ApprovalsPage } from './pages/Approvals.js'
import { AuditPage } from './pages/Audit.js'
import { KeysPage } from './pages/Keys.js'
import { OperatorsPage } from './pages/Operators.js'
import { OrdersPage } from './pages/Orders.js'
import { OverviewPage } from './pages/Overview.js'
import { ProjectPage } from './pages/Project.js'
import { ProjectsPage } from './pages/Projects.js'
import { InvitePage, SignInPage } from './pages/SignIn.js'
import { SigningPage } from './pages/Signing.js'
import { StatusPage } from './pages/Status.js'
import { UserPage } from './pages/User.js'
import { UsersPage } from './pages/Users.js'
import { Button, Empty, Link, Page } from './parts.js'
import { Shell } from './Shell.js'

type State =
  | { readonly name: 'loading' }
  | { readonly name: 'out'; readonly isEnded: boolean }
  | { readonly name: 'failed'; readonly error: RequestError }
  | { readonly name: 'in'; readonly session: SessionView }

/** Milliseconds for which a toast is shown. */
const toastTime = 6_000

export function App(): ReactElement {
  const [state, setState] = useState<State>({ name: 'loading' })
  const [message, setMessage] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { pathname } = useLocation()
  const client = useMemo(() => {
    const onSignedOut = (): void =>
      setState((before) => (before.name === 'out' ? before : { name: 'out', isEnded: before.name === 'in' }))
    return createClient({ onSignedOut })
  }, [])
  const load = useCallback(async () => {
    try {
      setState({ name: 'in', session: await client.ask('GET /api/session', {}) })
    } catch (cause) {
      const error = toRequestError(cause)
      // the client has reported that there is no session
      if (error.code !== 'SIGN_IN') setState({ name: 'failed', error })
    }
  }, [client])
  useEffect(() => void load(), [load])
  const toast = useCallback((text: string) => {
    clearTimeout(timer.current)
    setMessage(text)
    timer.current = setTimeout(() => setMessage(undefined), toastTime)
  }, [])
  const onSignedIn = useCallback(async () => {
    navigate('/')
    await load()
  }, [load])

  let content: ReactElement
  if (pathname === '/invite') content = <InvitePage onSignedIn={onSignedIn} />
  else if (state.name === 'out') content = <SignInPage isEnded={state.isEnded} onSignedIn={onSignedIn} />
  else if (state.name === 'failed')
    content = (
      <main id="main" className="alone">
        <Empty title="The console doesn’t answer" text={state.error.message} icon="warning">
          <Button kind="primary" onClick={() => void load()}>
            Try again
          </Button>
        </Empty>
      </main>
    )
  else if (state.name === 'loading')
    content = (
      <main id="main" className="alone" aria-busy="true">
        <span className="spinner large" role="status" aria-label="Loading" />
      </main>
    )
  else
    content = (
      <SignedContext value={{ session: state.session, toast }}>
        <Shell onSignedOut={() => setState({ name: 'out', isEnded: false })}>
          <ErrorBoundary key={pathname}>
            <CurrentPage />
          </ErrorBoundary>
        </Shell>
      </SignedContext>
    )
  return (
    <ClientContext value={client}>
      {content}
      <div className="toasts" role="status">
        {message !== undefined && (
          <p className="toast">
            <Icon name="check" />
            {message}
          </p>
        )}
      </div>
    </ClientContext>
  )
}

const pages: Readonly<Record<string, () => ReactElement>> = {
  '/': OverviewPage,
  '/users': UsersPage,
  '/projects': ProjectsPage,
  '/approvals': ApprovalsPage,
  '/signing': SigningPage,
  '/keys': KeysPage,
  '/audit': AuditPage,
  '/orders': OrdersPage,
  '/status': StatusPage,
  '/operators': OperatorsPage,
  '/account': AccountPage,
}

function CurrentPage(): ReactElement {
  const { pathname } = useLocation()
  const [, group, id] = /^\/(users|projects)\/([\w.%-]+)$/.exec(pathname) ?? []
  if (group === 'users' && id !== undefined) return <UserPage key={id} id={decodeURIComponent(id)} />
  if (group === 'projects' && id !== undefined) return <ProjectPage key={id} id={decodeURIComponent(id)} />
  // where the browser is after signing in
  const Known = pages[pathname] ?? (pathname === '/sign-in' ? OverviewPage : undefined)
  if (Known) return <Known key={pathname} />
  return (
    <Page title="Page not found">
      <Empty title="There is nothing at this address">
        <Link to="/">Go to the overview</Link>
      </Empty>
    </Page>
  )
}
