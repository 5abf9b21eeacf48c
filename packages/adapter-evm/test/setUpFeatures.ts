import type { Account, Connector, FeatureRequest, Network } from '@latchkey/core'
import { type SetUpOptions, setUpConnector, type TestConnector } from './setUpConnector.js'

export type TestFeatures = Pick<TestConnector, 'connector' | 'events' | 'warnings'> & {
  readonly account: Account
  readonly request: FeatureRequest
}

/** A connected wallet whose features are called as core calls them. */
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

/** The feature, which has to be there. */
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
