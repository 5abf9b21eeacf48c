import { UniversalProvider } from '@walletconnect/universal-provider'
import { createMemoryStorage, keepOnline, type Online } from '../peer/kit.js'

type StartDappOptions = {
  readonly relayUrl: string
  /** RPC URLs by CAIP-2 id. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
}

export type Dapp = {
  readonly provider: Awaited<ReturnType<typeof UniversalProvider.init>>
  /** Returns a pairing URI; `session` settles with the wallet's decision. */
  readonly pair: (chains: readonly string[]) => Promise<{
    readonly uri: string
    readonly session: Promise<NonNullable<Dapp['provider']['session']>>
  }>
  readonly online: Online
  /** Events from the wallet. */
  readonly events: readonly (readonly [name: string, data: unknown])[]
  readonly stop: () => Promise<void>
}

const methods: Readonly<Record<string, readonly string[]>> = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  bip122: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
}

/** Starts an app with WalletConnect's own client. */
export async function startDapp({ relayUrl, rpcMap = {} }: StartDappOptions): Promise<Dapp> {
  const prefix = `dapp-${crypto.randomUUID()}`
  const provider = await UniversalProvider.init({
    projectId: 'test',
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: prefix,
    storage: createMemoryStorage(),
    metadata: { name: 'Test app', description: 'A test', url: 'http://localhost', icons: [] },
  })
  const online = keepOnline(provider.client.core.relayer)
  const events: [string, unknown][] = []
  for (const name of ['chainChanged', 'accountsChanged', 'session_delete', 'session_update', 'session_event'])
    provider.on(name, (data: unknown) => events.push([name, data]))
  return {
    provider,
    online,
    events,
    pair: async (chains) => {
      const families = [...new Set(chains.map((chain) => chain.split(':')[0] ?? ''))]
      const optionalNamespaces = Object.fromEntries(
        families.map((family) => {
          const own = chains.filter((chain) => chain.startsWith(`${family}:`))
          const events = ['chainChanged', 'accountsChanged']
          const entries = own.map((chain) => [chain, rpcMap[chain] ?? 'http://127.0.0.1:1'])
          return [
            family,
            { chains: own, methods: [...(methods[family] ?? [])], events, rpcMap: Object.fromEntries(entries) },
          ]
        }),
      )
      const shown = new Promise<string>((resolve) => provider.once('display_uri', resolve))
      const session = provider.connect({ optionalNamespaces }).then((made) => {
        if (!made) throw new Error('No session.')
        return made
      })
      // awaited by the caller; creating the URI may fail earlier
      session.catch(() => undefined)
      const uri = await Promise.race([shown, session.then(() => '')])
      return { uri, session }
    },
    stop: async () => {
      online.stop()
      provider.client.core.heartbeat.stop()
      await provider.client.core.relayer.transportClose()
      Reflect.deleteProperty(globalThis, `_walletConnectCore_${prefix}`)
    },
  }
}
