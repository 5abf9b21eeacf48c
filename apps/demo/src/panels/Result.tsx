import { isLatchkeyError } from '@latchkey/core'
import type { ReactElement } from 'react'

export type ResultState =
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly code: string; readonly text: string }

/** Shows what came of a request, with the code of the fault where there was one. */
export function Result({
  name,
  state,
}: {
  readonly name: string
  readonly state: ResultState | undefined
}): ReactElement {
  return (
    <output data-testid={name} data-kind={state?.kind}>
      {state?.kind === 'busy' && 'Waiting …'}
      {state?.kind === 'done' && state.text}
      {state?.kind === 'failed' && `${state.code}: ${state.text}`}
    </output>
  )
}

/** Runs a request and keeps its outcome. */
export function run(setResult: (state: ResultState) => void, request: () => Promise<string>): void {
  setResult({ kind: 'busy' })
  request().then(
    (text) => setResult({ kind: 'done', text }),
    (cause: unknown) =>
      setResult({
        kind: 'failed',
        code: isLatchkeyError(cause) ? cause.code : 'ERROR',
        text: isLatchkeyError(cause) ? cause.shortMessage : String(cause),
      }),
  )
}
