import type { UniversalProvider } from '@walletconnect/universal-provider'

type Provider = InstanceType<typeof UniversalProvider>

/** The protocol's client (Sign API 2): proposals, sessions and requests over the relay. */
export type Client = Provider['client']

/** A session as the protocol keeps it. What the wallet said in it is a claim. */
export type SessionRecord = NonNullable<Provider['session']>
