import type { ReactElement, ReactNode } from 'react'

export type Fact = {
  readonly name: string
  readonly value: ReactNode
  /** An address is read to its last letter: it is broken, never cut. */
  readonly isAddress?: boolean | undefined
}

/** What holds, each by its name. */
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
