import type { LatchkeyError } from '@latchkey/core'
import { toLatchkeyError } from '@latchkey/core/plugin'
import { useCallback, useEffect, useState } from 'react'

/** Result of a hook that reads data, in the shape of a TanStack Query result. */
export type QueryState<data> = {
  /** The last value; kept while it is read again and after a failure. */
  readonly data: data | undefined
  readonly error: LatchkeyError | null
  /** `pending` until there is a value or an error. Stays so while there is nothing to read. */
  readonly status: 'pending' | 'success' | 'error'
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
  /** Whether it is being read. */
  readonly isFetching: boolean
  /** Reads it again. */
  readonly refetch: () => void
}

/** The latest result. */
type Outcome<data> = {
  /** The function that has read it. */
  readonly read: unknown
  readonly data: data | undefined
  readonly error: LatchkeyError | null
  readonly isFetching: boolean
}

/**
 * Reads a value on mount and when `read` changes. Undefined reads nothing. Keep `read` in `useCallback` or `useMemo`: its
 * dependencies identify the value, and another value doesn't keep the data of the last one.
 */
export function useQuery<data>(read: ((signal: AbortSignal) => Promise<data>) | undefined): QueryState<data> {
  const [last, setLast] = useState<Outcome<data>>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the same again
  useEffect(() => {
    if (!read) return undefined
    const controller = new AbortController()
    const set = (next: Partial<Outcome<data>>): void => {
      if (controller.signal.aborted) return
      setLast((before) => {
        const data = before?.read === read ? before.data : undefined
        return { read, data, error: null, isFetching: false, ...next }
      })
    }
    set({ isFetching: true })
    read(controller.signal).then(
      (data) => set({ data }),
      (cause: unknown) => set({ error: toLatchkeyError(cause) }),
    )
    return () => controller.abort()
  }, [read, attempt])

  const refetch = useCallback(() => setAttempt((count) => count + 1), [])
  // until the effect has run, the outcome is still that of another value
  const current = last?.read === read ? last : undefined
  const data = current?.data
  const error = current?.error ?? null
  const status = error ? 'error' : data === undefined ? 'pending' : 'success'
  return {
    data,
    error,
    status,
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
    isFetching: current ? current.isFetching : read !== undefined,
    refetch,
  }
}
