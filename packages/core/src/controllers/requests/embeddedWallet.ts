import type { Connector } from '../../contracts/connector.js'
import type { ConnectorFeatures } from '../../contracts/features.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { NoAuthConnectorError, NotEmailOrSocialError } from '../../errors/login.js'
import { assertStarted } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { Namespace } from '../../utils/caip.js'
import type { Connection } from '../connection/state.js'

type AuthFeatureName = Extract<
  keyof ConnectorFeatures,
  `${'email' | 'passkey' | 'phone' | 'social' | 'farcaster' | 'token' | 'guest' | 'account'}:${string}`
>

/** Returns the embedded wallet's connector once the modal has started; undefined if there is none. */
export function getAuthConnector(modal: Modal): Connector | undefined {
  return [...modal[internals].connectors.values()].find(({ meta }) => meta.type === 'AUTH')
}

/**
 * Returns a feature of the embedded wallet. Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or
 * `FEATURE_NOT_SUPPORTED`.
 */
export function requireAuthFeature<name extends AuthFeatureName>(
  modal: Modal,
  feature: name,
): { readonly connector: Connector; readonly run: ConnectorFeatures[name] } {
  assertStarted(modal)
  const connector = getAuthConnector(modal)
  if (!connector) throw new NoAuthConnectorError()
  const run = connector.features[feature] as ConnectorFeatures[name] | undefined
  if (!run) throw new FeatureNotSupportedError({ feature, by: connector.meta.name })
  return { connector, run }
}

/**
 * Returns the connection of the embedded wallet in a namespace. Default: the active one. Throws `NOT_STARTED`,
 * `NO_AUTH_CONNECTOR` [S8.9] or `NOT_EMAIL_OR_SOCIAL` [S8.10].
 */
export function requireAuthConnection(modal: Modal, namespace?: Namespace | undefined): Connection {
  assertStarted(modal)
  const connector = getAuthConnector(modal)
  if (!connector) throw new NoAuthConnectorError()
  const connection = getConnection(modal.getState(), namespace)
  if (connection?.connectorId !== connector.meta.id) throw new NotEmailOrSocialError()
  return connection
}

/**
 * Returns the connector id of the embedded wallet if it is active and supports this namespace, but isn't connected in
 * it: it can connect there without a prompt. Undefined otherwise. [S4.16]
 */
export function findEmbeddedWallet(modal: Modal, namespace: Namespace): string | undefined {
  const state = modal.getState()
  const active = getConnection(state)
  const meta = active && modal[internals].connectors.get(active.connectorId)?.meta
  const isThere = meta?.type === 'AUTH' && meta.namespaces.includes(namespace) && state.namespaces[namespace]
  return isThere && !getConnection(state, namespace) ? meta.id : undefined
}
