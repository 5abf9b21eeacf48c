import type { Social } from '@latchkey/core'
import type { DemoConfig } from './config.js'
import type { DemoOptions } from './demoOptions.js'

/** In the order in which they are shown. */
const order: readonly Social[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

/** The logins at other sites that the vault serves, as far as the switches of the page let them. */
export function toSocials(
  { socials: served = [] }: Pick<DemoConfig, 'socials'>,
  options: Pick<DemoOptions, 'socials' | 'farcaster'>,
): readonly Social[] {
  return order.filter(
    (social) => served.includes(social) && (social === 'farcaster' ? options.farcaster : options.socials),
  )
}
