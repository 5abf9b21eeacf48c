import { isLatchkeyError } from '@latchkey/core'
import { type ReactElement, type ReactNode, useId } from 'react'

type PanelProps = { readonly title: string; readonly wide?: boolean | undefined; readonly children: ReactNode }

export function Panel({ title, wide, children }: PanelProps): ReactElement {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id} data-wide={wide || undefined}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

export type ResultState =
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly code: string; readonly text: string }

/** Shows the outcome of a request, with the error code if it failed. */
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

/** Runs a request and stores its outcome. */
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
