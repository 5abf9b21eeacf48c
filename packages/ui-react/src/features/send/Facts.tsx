import type { ReactElement, ReactNode } from 'react'
import { AddressText } from '../../primitives/AddressText.js'

export type Fact = {
  readonly name: string
  readonly value: ReactNode
  /** An address is shown in full, in groups. */
  readonly isAddress?: boolean | undefined
}

/** A list of named values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  return (
    <dl className="facts">
      {facts.map(({ name, value, isAddress }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isAddress && typeof value === 'string' ? <AddressText address={value} /> : <bdi>{value}</bdi>}</dd>
        </div>
      ))}
    </dl>
  )
}
