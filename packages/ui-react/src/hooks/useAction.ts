import type { LatchkeyError } from '@latchkey/core'
import { toLatchkeyError } from '@latchkey/core/plugin'
import { useCallback, useRef, useState } from 'react'

/** The state of an action's latest call, in the shape of a mutation of TanStack Query. */
export type ActionState<data> = CallState<data> & {
  /** Forgets the outcome. A call that is pending continues, but is no longer shown. */
  readonly reset: () => void
}

type CallState<data> =
  | State<'idle', { readonly data: undefined; readonly error: null }>
  | State<'pending', { readonly data: undefined; readonly error: null }>
  | State<'success', { readonly data: data; readonly error: null }>
  | State<'error', { readonly data: undefined; readonly error: LatchkeyError }>

/** Also as flags, for use in conditions. */
type State<status extends 'idle' | 'pending' | 'success' | 'error', outcome> = outcome & {
  readonly status: status
  readonly isIdle: status extends 'idle' ? true : false
  readonly isPending: status extends 'pending' ? true : false
  readonly isSuccess: status extends 'success' ? true : false
  readonly isError: status extends 'error' ? true : false
}

export type Action<args extends readonly unknown[], data> = {
  readonly state: ActionState<data>
  /** Never throws: the outcome is in the state. */
  readonly call: (...args: args) => void
  /** Rejects with the error, which is in the state, too. */
  readonly callAsync: (...args: args) => Promise<data>
}

const flags = { isIdle: false, isPending: false, isSuccess: false, isError: false } as const
const idle = { ...flags, status: 'idle', isIdle: true, data: undefined, error: null } as const
const pending = { ...flags, status: 'pending', isPending: true, data: undefined, error: null } as const

/** Keeps the state of an action. Only the latest call counts. Keep `run` outside the component or in `useCallback`. */
export function useAction<args extends readonly unknown[], data>(
  run: (...args: args) => Promise<data>,
): Action<args, data> {
  const [state, setState] = useState<CallState<data>>(idle)
  const latest = useRef(0)
  const callAsync = useCallback(
    async (...args: args): Promise<data> => {
      const id = ++latest.current
      const show = (next: CallState<data>): void => {
        if (id === latest.current) setState(next)
      }
      show(pending)
      try {
        const data = await run(...args)
        show({ ...flags, status: 'success', isSuccess: true, data, error: null })
        return data
      } catch (cause) {
        const error = toLatchkeyError(cause)
        show({ ...flags, status: 'error', isError: true, data: undefined, error })
        throw error
      }
    },
    [run],
  )
  const call = useCallback(
    (...args: args): void => {
      callAsync(...args).catch(() => undefined) // in the state
    },
    [callAsync],
  )
  const reset = useCallback(() => {
    latest.current++
    setState(idle)
  }, [])
  return { state: { ...state, reset }, call, callAsync }
}
