import type { WalletFeature } from '@latchkey/core'
import type { ReactElement } from 'react'

/** Marks of what can be done with an account. Apart from the other icons, as they come with its view. */
const paths: { readonly [feature in WalletFeature]: string } = {
  onramp: 'M12 5.5v13M5.5 12h13',
  swaps: 'M7.5 4.5 4.5 7.5l3 3M4.5 7.5h12M16.5 13.5l3 3-3 3M19.5 16.5h-12',
  receive: 'M12 5v10.5M7.5 11.5 12 16l4.5-4.5M6 19h12',
  send: 'M12 19V8.5M7.5 12.5 12 8l4.5 4.5M6 5h12',
}

export function MoneyIcon({ name }: { readonly name: WalletFeature }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
