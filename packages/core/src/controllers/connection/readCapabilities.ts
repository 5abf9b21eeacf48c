import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Capabilities } from '../../features.js'
import type { Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import { callFeature, type WalletRequest } from './callFeature.js'

export type ReadCapabilitiesRequest = WalletRequest & {
  /** Those that the wallet names, and the one that it is on, unless told. */
  readonly networks?: readonly Network[] | undefined
}

/** What a wallet can do; nothing, where it could not say: then `error` tells why. */
export type CapabilityLookup = {
  readonly capabilities: Capabilities
  readonly error?: LatchkeyError | undefined
}

/**
 * Asks a connected wallet what it can do on which network (EIP-5792). Never rejects: a lookup that fails gives an empty set
 * [S8.37], with its fault beside it, which is one of those of `callFeature`. Nothing is kept: the next call asks anew.
 */
export async function readCapabilities(modal: Modal, request: ReadCapabilitiesRequest = {}): Promise<CapabilityLookup> {
  try {
    return { capabilities: await callFeature(modal, 'capabilities:read', request) }
  } catch (cause) {
    return { capabilities: {}, error: toLatchkeyError(cause) }
  }
}
