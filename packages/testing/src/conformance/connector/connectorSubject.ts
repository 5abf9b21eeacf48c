import type { CaipNetworkId, Connector, ConnectorFeatures, Namespace, Network } from '@latchkey/core'
import type { Awaitable, Rig, Subject } from '../defineCase.js'
import type { FeatureChecks } from '../features.js'

/** Controls that act for the wallet's user. Cases that need a missing control are not applicable, and say so. */
export type WalletControls = {
  /** Approves every prompt from now on. Initial behavior. */
  readonly approve: () => Awaitable
  /** Rejects every prompt from now on. */
  readonly reject: () => Awaitable
  /** Leaves prompts open from now on. */
  readonly hang: () => Awaitable
  /** Approves the open prompts and all later ones. */
  readonly release: () => Awaitable
  /** Number of prompts shown so far. */
  readonly prompts: () => number
  /** Selects another account in the wallet. Initially 0; cases select 1. */
  readonly selectAccount?: ((index: number) => Awaitable) | undefined
  /** Switches the network in the wallet. Initially `network`; cases switch to `otherNetwork`. */
  readonly selectNetwork?: ((caipNetworkId: CaipNetworkId) => Awaitable) | undefined
  /** Ends the connection in the wallet, as in its list of connected sites. */
  readonly revokeAccess?: (() => Awaitable) | undefined
  /** Whether disconnecting revokes the permission in the wallet. */
  readonly canRevoke?: true | undefined
  /** Whether the wallet follows the app to any network without a prompt, because each request specifies its network. */
  readonly switchesUnasked?: true | undefined
  /** Number of listeners that the connector has on the wallet's own interface. */
  readonly listeners?: (() => number) | undefined
}

/** A connector with a separate wallet that has never seen this site. */
export type ConnectorRig = Rig & {
  readonly connector: Connector
  /** The namespace to test. A connector with several needs one subject for each. */
  readonly namespace: Namespace
  /** The wallet's initial network. */
  readonly network: Network
  /** Another network that the wallet can switch to. */
  readonly otherNetwork?: Network | undefined
  readonly wallet: WalletControls
  /** By feature: the request, and a check of the result. A feature without a check is only partly tested. */
  readonly checks?: FeatureChecks<ConnectorFeatures> | undefined
}

/** A connector, as its author passes it to the conformance cases. `create` also simulates a reload of the page. */
export type ConnectorSubject = Subject<ConnectorRig>
