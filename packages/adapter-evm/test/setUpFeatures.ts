import type { Account, Connector, FeatureRequest, Network } from '@latchkey/core'
import { type SetUpOptions, setUpConnector, type TestConnector } from './setUpConnector.js'

export type TestFeatures = Pick<TestConnector, 'connector' | 'events' | 'warnings'> & {
  readonly account: Account
  readonly request: FeatureRequest
}

/** Connects a wallet, so that tests can call its features like core does. */
export async function setUpFeatures(
  provider: unknown,
  network: Network,
  options: SetUpOptions = {},
): Promise<TestFeatures> {
  const { connector, connect, listen, events, warnings } = setUpConnector(provider, options)
  const { accounts } = await connect()
  listen()
  const [account] = accounts
  const signal = new AbortController().signal
  return { connector, account, request: { account, network, signal }, events, warnings }
}

/** Returns a feature of the connector. Throws if it is missing. */
export function feature<name extends keyof Connector['features']>(
  connector: Connector,
  name: name,
): NonNullable<Connector['features'][name]> {
  const found = connector.features[name]
  if (!found) throw new Error(`${name} is missing`)
  return found as NonNullable<Connector['features'][name]>
}

export const nobody: Account = {
  namespace: 'eip155',
  address: '0x000000000000000000000000000000000000dEaD',
  type: 'eoa',
}
