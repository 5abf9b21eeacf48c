import type { Connector } from '../../contracts/connector.js'
import type { ConnectorFeatures } from '../../contracts/features.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { NoAuthConnectorError, NotEmailOrSocialError } from '../../errors/login.js'
import { assertStarted } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { getNamespaces, type Namespace } from '../../utils/caip.js'
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
 * Returns the live connection of the embedded wallet: that of the active namespace, else of any other. Undefined if no
 * user is logged in.
 */
export function getAuthConnection(state: ModalState): Connection | undefined {
  const id = state.connectors.find(({ type }) => type === 'AUTH')?.id
  if (id === undefined) return undefined
  for (const namespace of [state.activeNamespace, ...getNamespaces(state.namespaces)]) {
    const connection = getConnection(state, namespace, id)
    if (connection) return connection
  }
  return undefined
}

/**
 * Returns the connection of the embedded wallet. With a namespace: the one that it uses there. Default: a live one, see
 * {@link getAuthConnection}. Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `NOT_EMAIL_OR_SOCIAL` [S8.10].
 */
export function requireAuthConnection(modal: Modal, namespace?: Namespace | undefined): Connection {
  assertStarted(modal)
  const connector = getAuthConnector(modal)
  if (!connector) throw new NoAuthConnectorError()
  const state = modal.getState()
  const connection = namespace ? getConnection(state, namespace) : getAuthConnection(state)
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
