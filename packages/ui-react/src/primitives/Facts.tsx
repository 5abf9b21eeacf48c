import type { ReactElement, ReactNode } from 'react'

export type Fact = {
  readonly name: string
  readonly value: ReactNode
  /** An address is wrapped, never truncated. */
  readonly isAddress?: boolean | undefined
}

/** A list of named values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  return (
    <dl className="facts">
      {facts.map(({ name, value, isAddress }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-address={isAddress || undefined}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
