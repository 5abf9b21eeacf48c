import type { Connector } from '../../connector.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { NoAuthConnectorError } from '../../errors/login.js'
import type { ConnectorFeatures } from '../../features.js'
import type { Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getAuthConnector } from './getAuthConnector.js'

type Name = Extract<keyof ConnectorFeatures, `${'email' | 'social' | 'farcaster' | 'account'}:${string}`>

/** Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`. */
export function requireAuthFeature<name extends Name>(
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
