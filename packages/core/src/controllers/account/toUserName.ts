import type { User } from '../../connector.js'

/** The name of a login as it is shown. One of Discord that ends in 0 does so for want of a number: that is left out. [S5.5] */
export function toUserName(user: User | undefined): string | undefined {
  const { socialProvider, username } = user ?? {}
  return socialProvider === 'discord' && username?.endsWith('0') ? username.slice(0, -1) : username
}
