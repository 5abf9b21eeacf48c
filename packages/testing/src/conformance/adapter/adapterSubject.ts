import type { Account, AdapterFeatures, ChainAdapter, Env, Network } from '@latchkey/core'
import type { Awaitable, Rig, Subject } from '../defineCase.js'
import type { FeatureChecks } from '../features.js'

/** Controls of the page and the chain for cases. Cases that need a missing control are not applicable. */
export type AdapterControls = {
  /** Adds one more wallet to this page, as its extension would. */
  readonly announce?: ((page: Window) => Awaitable) | undefined
  /** From now on the nodes of `network` fail. */
  readonly breakChain?: (() => Awaitable) | undefined
  /** From now on the nodes of `network` accept requests and never respond. */
  readonly hangChain?: (() => Awaitable) | undefined
}

/** A namespace with its own chain. */
export type AdapterRig = Rig & {
  /** Creates the plugin like an app does, at import time and on servers too. */
  readonly createAdapter: () => ChainAdapter
  /** One of the plugin's networks. */
  readonly network: Network
  /** An account that exists on `network`. */
  readonly account?: Account | undefined
  /** Replacements for parts of the environment, e.g. `fetch`. The case provides window and timers. */
  readonly env?: Partial<Omit<Env, 'window' | 'setTimeout'>> | undefined
  /** Properties of the page's window, e.g. `{ ethereum }`. */
  readonly page?: object | undefined
  /** By feature: the request, and a check of the result. */
  readonly checks?: FeatureChecks<AdapterFeatures> | undefined
  readonly controls: AdapterControls
}

/** An adapter, as its author passes it to the conformance cases. */
export type AdapterSubject = Subject<AdapterRig>
