import { type Accounts, type Connector, type ConnectResult, createConnectorEvents, type Env } from '@latchkey/core'
import { RpcError, toLatchkeyError, waitFor } from '@latchkey/core/plugin'
import type { Announcement } from './provider.js'

type ConnectorContext = { readonly env: Env; readonly warn: (cause: unknown) => void }

/** A TRON wallet of the page as a connector. */
export function createTronConnector({ info, provider }: Announcement, { env, warn }: ConnectorContext): Connector {
  let isListening = false
  let asking: Promise<unknown> | undefined
  const events = createConnectorEvents({ warn })

  /** Waits for the wallet until the signal aborts, and maps its errors to codes. */
  async function request<value>(signal: AbortSignal, call: () => Promise<value>): Promise<value> {
    try {
      signal.throwIfAborted()
      return await waitFor(call(), { env, signal })
    } catch (cause) {
      throw signal.aborted ? signal.reason : toLatchkeyError(cause)
    }
  }

  /** Asks for the accounts (TIP-1102). A second request while the wallet shows its prompt joins the first. */
  function askForAccounts(): Promise<unknown> {
    asking ??= provider.request({ method: 'eth_requestAccounts' }).finally(() => {
      asking = undefined
    })
    return asking
  }

  async function readState(signal: AbortSignal): Promise<ConnectResult> {
    const { base58 } = provider.tronWeb.defaultAddress
    if (!base58) throw new RpcError(4100, 'UNAUTHORIZED')
    const chainId = await request(signal, () => provider.request({ method: 'eth_chainId' }))
    return { accounts: toAccounts([base58]), caipNetworkId: `tron:${String(chainId)}` }
  }

  function onAccounts(addresses: readonly string[]): void {
    if (addresses.length === 0) onDisconnect()
    else events.emit('change', { namespace: 'tron', accounts: toAccounts(addresses) })
  }
  function onChain(chainId: string): void {
    events.emit('change', { namespace: 'tron', caipNetworkId: `tron:${chainId}` })
  }
  function onDisconnect(): void {
    listen(false)
    events.emit('disconnect', { namespace: 'tron' })
  }
  function listen(isOn: boolean): void {
    if (isOn === isListening) return
    isListening = isOn
    const change = isOn ? provider.on.bind(provider) : provider.removeListener.bind(provider)
    change('accountsChanged', onAccounts)
    change('chainChanged', onChain)
    change('disconnect', onDisconnect)
  }

  return {
    meta: {
      id: info.rdns,
      type: 'ANNOUNCED',
      name: info.name,
      icon: info.icon,
      rdns: info.rdns,
      namespaces: ['tron'],
    },
    features: {
      'message:sign': ({ message, signal }) =>
        request(signal, () => provider.tronWeb.trx.signMessageV2(toText(message))),
      'network:switch': async ({ network, signal }) => {
        const params = [{ chainId: String(network.id) }]
        await request(signal, () => provider.request({ method: 'wallet_switchEthereumChain', params })) // TIP-3326
      },
    },
    async connect({ silent, signal }) {
      if (!silent) await request(signal, askForAccounts)
      const state = await readState(signal)
      listen(true)
      return state
    },
    async disconnect() {
      listen(false) // TIP-1193 has no request that revokes the permission
    },
    getProvider: async () => provider,
    on: events.on,
    destroy() {
      listen(false)
      events.clear()
    },
  }
}

function toAccounts(addresses: readonly string[]): Accounts {
  const [first, ...others] = addresses.map((address) => ({ namespace: 'tron', address, type: 'eoa' }) as const)
  if (!first) throw new RpcError(4100, 'UNAUTHORIZED')
  return [first, ...others]
}

function toText(message: string | Uint8Array): string {
  return typeof message === 'string' ? message : new TextDecoder().decode(message)
}
