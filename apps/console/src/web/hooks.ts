import { createContext, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isAllowed, type Permission } from '../access.js'
import type { SessionView } from '../api.js'
import { type Client, RequestError, useClient } from './client.js'

export type Loaded<data> = {
  /** The newest data; kept while it is loaded again. */
  readonly data: data | undefined
  readonly error: RequestError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

/**
 * Loads data, and again when `key` changes. Drops late results of an earlier key.
 *
 * @param every milliseconds after which it is loaded again while the page is visible, which doesn't keep the session alive
 */
export function useLoaded<data>(
  key: string,
  load: (client: Client, signal: AbortSignal) => Promise<data>,
  { every }: { readonly every?: number | undefined } = {},
): Loaded<data> {
  const client = useClient()
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<{ key: string; data?: data; error?: RequestError; isLoading: boolean }>({
    key,
    isLoading: true,
  })
  const current = useRef(load)
  current.current = load
  const isPoll = useRef(false)
  const reload = useCallback(() => setTurn((one) => one + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn loads again
  useEffect(() => {
    const over = new AbortController()
    setState((before) => (before.key === key ? { ...before, isLoading: true } : { key, isLoading: true }))
    const asking = isPoll.current ? client.polling : client
    isPoll.current = false
    current
      .current(asking, over.signal)
      .then((data) => over.signal.aborted || setState({ key, data, isLoading: false }))
      .catch((cause: unknown) => {
        if (over.signal.aborted) return
        setState(({ data }) => ({
          key,
          ...(data !== undefined && { data }),
          error: toRequestError(cause),
          isLoading: false,
        }))
      })
    return () => over.abort()
  }, [client, key, turn])
  useEffect(() => {
    if (every === undefined) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      isPoll.current = true
      reload()
    }, every)
    return () => clearInterval(timer)
  }, [every, reload])
  const isOther = state.key !== key
  return {
    data: isOther ? undefined : state.data,
    error: isOther ? undefined : state.error,
    isLoading: isOther || state.isLoading,
    reload,
  }
}

export function toRequestError(cause: unknown): RequestError {
  if (cause instanceof RequestError) return cause
  console.error(cause)
  return new RequestError('Something went wrong on this page. Reload it and try again.', { code: 'PAGE', cause })
}

export type Work = {
  readonly isBusy: boolean
  readonly error: RequestError | undefined
  /** Runs something that the person asked for; one at a time. Resolves with whether it worked. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  readonly clear: () => void
}

/** Follows one action: busy, failed, done. */
export function useWork(): Work {
  const [state, setState] = useState<{ isBusy: boolean; error?: RequestError }>({ isBusy: false })
  const isBusy = useRef(false)
  const run = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setState({ isBusy: true })
    try {
      await work()
      setState({ isBusy: false })
      return true
    } catch (cause) {
      setState({ isBusy: false, error: toRequestError(cause) })
      return false
    } finally {
      isBusy.current = false
    }
  }, [])
  const clear = useCallback(() => setState({ isBusy: false }), [])
  return { isBusy: state.isBusy, error: state.error, run, clear }
}

export type Signed = {
  readonly session: SessionView
  readonly can: (permission: Permission) => boolean
  readonly toast: (text: string) => void
}
export const SignedContext = createContext<Omit<Signed, 'can'> | undefined>(undefined)

/** Returns the operator who is signed in, and their permissions. */
export function useSigned(): Signed {
  const signed = useContext(SignedContext)
  if (!signed) throw new Error('Nobody is signed in around this component.')
  return { ...signed, can: (permission) => isAllowed(signed.session.operator.role, permission) }
}

const moved = 'console:moved'

/** Goes to a path of the console. */
export function navigate(path: string): void {
  history.pushState(null, '', path)
  dispatchEvent(new Event(moved))
}

/** The path and query of the address bar. */
export function useLocation(): URL {
  const subscribe = useCallback((onChange: () => void) => {
    addEventListener('popstate', onChange)
    addEventListener(moved, onChange)
    return () => {
      removeEventListener('popstate', onChange)
      removeEventListener(moved, onChange)
    }
  }, [])
  return new URL(useSyncExternalStore(subscribe, () => location.href))
}

export type Pages<page> = {
  /** From the first one on. */
  readonly pages: readonly page[]
  readonly last: page
  readonly isBusy: boolean
  readonly error: RequestError | undefined
  /** Loads the next page. */
  readonly more: () => void
}

/** Adds further pages of a list to its first one. */
export function usePages<page>(first: page, load: (client: Client, last: page) => Promise<page>): Pages<page> {
  const client = useClient()
  const [added, setAdded] = useState<readonly page[]>([])
  const { isBusy, error, run } = useWork()
  const last = added.at(-1) ?? first
  const more = (): void =>
    void run(async () => {
      const page = await load(client, last)
      setAdded((before) => [...before, page])
    })
  return { pages: [first, ...added], last, isBusy, error, more }
}
