import type {
  AdapterInstance,
  Connector,
  ConnectorFeatures,
  Env,
  Namespace,
  StandardAccount,
  StandardWallet,
} from '@latchkey/core'
import { toLatchkeyError, waitFor } from '@latchkey/core/plugin'
import { base58 } from '@scure/base'
import { numberToHex, stringToHex } from 'viem'

type Request = { readonly signal: AbortSignal }
type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Minimal adapters that wrap the given wallet and pass on everything it returns. */
export function createTestAdapters(env: Env): ReadonlyMap<Namespace, AdapterInstance> {
  const race = async <value>({ signal }: Request, reply: Promise<value>): Promise<value> => {
    try {
      return await waitFor(reply, { env, signal })
    } catch (cause) {
      throw signal.aborted ? signal.reason : toLatchkeyError(cause)
    }
  }
  const toAdapter = (toFeatures: (given: unknown) => Connector['features']): AdapterInstance => ({
    features: {},
    getConnectors: () => [],
    onConnectorsChange: () => () => undefined,
    destroy: () => undefined,
    createConnector: async (meta, given) => ({
      meta,
      features: toFeatures(given),
      connect: () => Promise.reject(new Error('Nobody connects through it.')),
      disconnect: async () => undefined,
      getProvider: async () => given,
      on: () => () => undefined,
      destroy: () => undefined,
    }),
  })
  const evm = toAdapter((given) => {
    const { request } = given as { request(call: { method: string; params: readonly unknown[] }): Promise<unknown> }
    const ask: Ask = async (method, params) => request({ method, params })
    const text =
      (run: (request: never) => Promise<unknown>) =>
      async (own: Request): Promise<string> =>
        String(await race(own, run(own as never)))
    return {
      'message:sign': text(({ account, message }: Parameters<ConnectorFeatures['message:sign']>[0]) =>
        ask('personal_sign', [stringToHex(String(message)), account.address]),
      ),
      'typedData:sign': text(({ account, typedData }: Parameters<ConnectorFeatures['typedData:sign']>[0]) =>
        ask('eth_signTypedData_v4', [account.address, JSON.stringify(typedData)]),
      ),
      'transaction:send': text(
        ({ account, transaction, network }: Parameters<ConnectorFeatures['transaction:send']>[0]) => {
          const { to, value } = transaction as unknown as { readonly to: string; readonly value: bigint }
          return ask('eth_sendTransaction', [
            { from: account.address, to, value, chainId: numberToHex(Number(network.id)) },
          ])
        },
      ),
      'permissions:revoke': async (own) =>
        (await race(own, ask('wallet_revokeExecutionPermission', [{ permissionContext: own.context }]))) as undefined,
      'calls:send': text(() => ask('wallet_sendCalls', [])),
      'calls:status': async () => ({ status: 'pending', code: 100, isAtomic: true, hashes: [] }),
      'capabilities:read': async (own) =>
        (await race(own, ask('wallet_getCapabilities', [own.account.address]))) as Record<string, never>,
    }
  })
  const solana = toAdapter((given) => {
    const wallet = given as StandardWallet
    const call = async (
      feature: string,
      ...inputs: readonly object[]
    ): Promise<readonly Record<string, Uint8Array>[]> => {
      const [account] = wallet.accounts as readonly StandardAccount[]
      const method = (wallet.features[feature] as Readonly<Record<string, (...inputs: readonly object[]) => never>>)[
        feature.slice('solana:'.length)
      ]
      return method?.(...inputs.map((input) => ({ account, ...input }))) as never
    }
    const sign = async (own: Request, transactions: readonly Uint8Array[]): Promise<readonly Uint8Array[]> => {
      const inputs = transactions.map((transaction) => ({ transaction }))
      const outputs = await race(own, call('solana:signTransaction', ...inputs))
      return outputs.map(({ signedTransaction }) => signedTransaction as Uint8Array)
    }
    return {
      'message:sign': async (own) => {
        const message = new TextEncoder().encode(String(own.message))
        const [output] = await race(own, call('solana:signMessage', { message }))
        return base58.encode(output?.['signature'] as Uint8Array)
      },
      'transaction:sign': async (own) => (await sign(own, [own.transaction]))[0] as Uint8Array,
      'transaction:signAll': (own) => sign(own, own.transactions),
      'transaction:send': async (own) => {
        const transaction = own.transaction as unknown as Uint8Array
        const [output] = await race(own, call('solana:signAndSendTransaction', { transaction }))
        return base58.encode(output?.['signature'] as Uint8Array)
      },
    }
  })
  return new Map([
    ['eip155', evm],
    ['solana', solana],
  ])
}
