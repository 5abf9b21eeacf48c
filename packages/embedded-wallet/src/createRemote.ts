import type {
  CaipNetworkId,
  ConnectorListeners,
  ConnectorMeta,
  ErrorCode,
  Namespace,
  PluginContext,
} from '@latchkey/core'
import { FrameLoadFailedError, showErrorAlert } from '@latchkey/core/plugin'
import { createWallet } from './createWallet.js'
import { createFrameClient } from './frame/createFrameClient.js'
import type { FrameTimeout } from './frame/frameClient.js'
import type { EmbeddedWalletOptions } from './options.js'
import type { Wallet } from './wallet.js'

export type RemoteOptions = {
  readonly meta: ConnectorMeta
  readonly context: PluginContext
  readonly options: EmbeddedWalletOptions
  readonly emit: ConnectorListeners['emit']
  /** Result of a login that continued without a popup. */
  readonly result: string | undefined
}

/** Connects the wallet to the secure site. Throws `FRAME_LOAD_FAILED` if `frameUrl` is missing or invalid. */
export function createRemote({ meta, context, options, emit, result }: RemoteOptions): Wallet {
  const { frameUrl, frameOrigin, enableLogger, onTimeout } = options
  if (!frameUrl)
    throw new FrameLoadFailedError({ details: 'No secure site is configured. Set embeddedWallet({ frameUrl }).' })
  assertWebUrl('frameUrl', frameUrl)
  if (frameOrigin) assertWebUrl('frameOrigin', frameOrigin)
  const getRpcUrl = (chain: CaipNetworkId): string | undefined =>
    context.getNetworks().find(({ caipNetworkId }) => caipNetworkId === chain)?.rpcUrls.default.http[0]
  const getFirst = (namespace: Namespace): CaipNetworkId | undefined =>
    context.getNetworks().find(({ chainNamespace }) => chainNamespace === namespace)?.caipNetworkId
  let wallet: Wallet | undefined
  const client = createFrameClient({
    context,
    url: frameUrl,
    origin: frameOrigin && new URL(frameOrigin).origin,
    // the site requires an id; self-hosted sites expect the one they were configured with
    projectId: options.projectId ?? context.options.projectId ?? context.options.id,
    enableLogger,
    // a frame that is loaded with the page gets the first network
    getChain: (namespace = meta.namespaces[0]) => wallet?.getNetworkId(namespace) ?? getFirst(namespace),
    getRpcUrl,
    onTimeout: reportTimeout(context, onTimeout),
  })
  wallet = createWallet({ meta, context, client, emit, result })
  return wallet
}

function assertWebUrl(option: string, value: string): void {
  const isWeb = URL.canParse(value) && ['https:', 'http:'].includes(new URL(value).protocol)
  if (!isWeb) throw new FrameLoadFailedError({ details: `embeddedWallet({ ${option} }) must be an http or https URL.` })
}

const codes: { readonly [reason in FrameTimeout]: ErrorCode } = {
  iframe_load_failed: 'FRAME_LOAD_FAILED',
  iframe_request_timeout: 'FRAME_REQUEST_TIMED_OUT',
  unverified_domain: 'UNVERIFIED_DOMAIN',
}

/** Notifies the developer and the app that the frame can't be used. A rejected page offers no logins any more. [S8.20] [S8.21] [S8.22] */
export function reportTimeout(
  context: PluginContext,
  onTimeout?: ((reason: FrameTimeout) => void) | undefined,
): (reason: FrameTimeout) => void {
  return (reason) => {
    showErrorAlert(context, codes[reason])
    if (reason === 'unverified_domain') context.barLogins()
    onTimeout?.(reason)
  }
}
