import type { Namespace, Route, Social, User } from '@latchkey/core'

export type LoginRouteOptions = {
  readonly namespace: Namespace
  /** Where the login was made; by email where none is known. */
  readonly kind: Social | undefined
  readonly user: User
}

/** Where a visitor logs in again whose login has ended. [S4.6] */
export function toLoginRoute({ namespace, kind, user: { email } }: LoginRouteOptions): Route {
  if (kind === 'farcaster') return { view: 'ConnectingFarcaster', params: undefined }
  if (kind) return { view: 'ConnectingSocial', params: { provider: kind } }
  return { view: 'EmailLogin', params: { namespace, ...(email && { email }) } }
}
