import type { LatchkeyError } from '@latchkey/core'
import { toLatchkeyError } from '@latchkey/core/plugin'
import { useCallback, useEffect, useState } from 'react'

/** What a hook has read, in the shape of a query of TanStack Query. */
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

type Outcome<data> = { readonly data?: data; readonly error?: LatchkeyError | undefined; readonly isFetching: boolean }

/**
 * Reads a value on mount and when `read` changes. Undefined reads nothing. Keep `read` in `useCallback`: its dependencies
 * identify the value, and another value doesn't keep the data of the last one.
 */
export function useQuery<data>(read: ((signal: AbortSignal) => Promise<data>) | undefined): QueryState<data> {
  const [outcome, setOutcome] = useState<Outcome<data> & { readonly read?: unknown }>({ isFetching: false })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the same again
  useEffect(() => {
    if (!read) return undefined
    const controller = new AbortController()
    const settle = (next: Outcome<data>): void => {
      if (!controller.signal.aborted)
        setOutcome((last) => ({ ...(last.read === read && { data: last.data }), ...next, read }) as typeof last)
    }
    settle({ isFetching: true })
    read(controller.signal).then(
      (data) => settle({ data, isFetching: false }),
      (cause: unknown) => settle({ error: toLatchkeyError(cause), isFetching: false }),
    )
    return () => controller.abort()
  }, [read, attempt])

  const refetch = useCallback(() => setAttempt((last) => last + 1), [])
  // what belongs to another value doesn't show for a moment
  const { data, error = null, isFetching } = outcome.read === read ? outcome : { isFetching: read !== undefined }
  const status = error ? 'error' : data === undefined ? 'pending' : 'success'
  return {
    data: data as data | undefined,
    error: error as LatchkeyError | null,
    status,
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
    isFetching,
    refetch,
  }
}
