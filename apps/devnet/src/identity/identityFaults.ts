/** What an id token has that it must not have; `oldLogin`: it is of a login an hour ago. */
export const tokenFaults = [
  'algNone',
  'foreignKey',
  'unknownKey',
  'wrongIssuer',
  'wrongAudience',
  'wrongNonce',
  'expired',
  'oldLogin',
] as const

export type TokenFault = (typeof tokenFaults)[number]

/** How a part fails: a status, or no answer at all. */
export type PartFault = 500 | 503 | 'hang'

/** What goes wrong at every one of the providers, until it is told otherwise. */
export type IdentityFaults = {
  /** Where it says how it is asked. */
  readonly discovery?: PartFault | undefined
  readonly token?: PartFault | undefined
  /** Where it says whose token it is. */
  readonly user?: PartFault | undefined
  readonly keys?: PartFault | undefined
  readonly idToken?: TokenFault | undefined
  /** What it says of the user's address of mail, whether asked or not; `isVerified` absent says nothing of it. */
  readonly email?: { readonly address: string; readonly isVerified?: boolean | undefined } | undefined
  /** Its pages isolate themselves, which cuts off the page that opened them. */
  readonly isIsolated?: boolean | undefined
}

const parts: readonly unknown[] = [undefined, 500, 503, 'hang']
const tokens: readonly unknown[] = [undefined, ...tokenFaults]
const names = ['discovery', 'token', 'user', 'keys', 'idToken', 'email', 'isIsolated']

/** Reads faults as JSON has them. Throws what is none. */
export function parseIdentityFaults(value: unknown): IdentityFaults {
  const faults = value as IdentityFaults & Readonly<Record<string, unknown>>
  const isRecord = typeof value === 'object' && value !== null
  const isGood =
    isRecord &&
    Object.keys(value).every((name) => names.includes(name)) &&
    [faults.discovery, faults.token, faults.user, faults.keys].every((part) => parts.includes(part)) &&
    tokens.includes(faults.idToken) &&
    (faults.email === undefined || typeof faults.email.address === 'string') &&
    (faults.isIsolated === undefined || typeof faults.isIsolated === 'boolean')
  if (!isGood) throw new TypeError('These are no faults of an identity provider.')
  return faults
}
