import type { Social } from '@latchkey/core'
import type { ReactElement } from 'react'
import { SocialMark } from './SocialMark.js'

/** The mark of a provider where wallets have theirs. */
export function SocialTile({ social }: { readonly social: Social }): ReactElement {
  return (
    <span className="tile social" part="tile" aria-hidden="true">
      <SocialMark social={social} />
    </span>
  )
}
