import { base58 } from '@scure/base'
import { Connection, VersionedTransaction } from '@solana/web3.js'
import { createWalletClient, type Hex, http } from 'viem'
import type { RpcPayload } from '../src/protocol/messages.js'
import type { TestKeys } from './createTestKeys.js'

/** Handles an approved or safe request like a vault: with real keys and real nodes. */
export async function answerRpc({ method, params, rpcUrl = '' }: RpcPayload, keys: TestKeys): Promise<unknown> {
  switch (method) {
    case 'personal_sign': {
      const [raw] = params as [Hex]
      return keys.evm.signMessage({ message: { raw } })
    }
    case 'eth_signTypedData_v4': {
      const [, text] = params as [string, string]
      return keys.evm.signTypedData(JSON.parse(text))
    }
    case 'eth_sendTransaction': {
      const [{ to, data, value, gas, chainId }] = params as [Readonly<Record<string, Hex>>]
      const client = createWalletClient({ account: keys.evm, transport: http(rpcUrl) })
      return client.sendTransaction({
        chain: {
          id: Number(chainId),
          name: '',
          nativeCurrency: { name: '', symbol: '', decimals: 18 },
          rpcUrls: {},
        } as never,
        ...(to && { to }),
        ...(data && { data }),
        ...(value && { value: BigInt(value) }),
        ...(gas && { gas: BigInt(gas) }),
      } as never)
    }
    case 'solana_signMessage': {
      const { message } = params as { readonly message: string }
      return { signature: base58.encode(keys.signSolana(base58.decode(message))) }
    }
    case 'solana_signTransaction': {
      const { transaction } = params as { readonly transaction: string }
      return { transaction: signTransaction(transaction, keys) }
    }
    case 'solana_signAllTransactions': {
      const { transactions } = params as { readonly transactions: readonly string[] }
      return { transactions: transactions.map((transaction) => signTransaction(transaction, keys)) }
    }
    case 'solana_signAndSendTransaction': {
      const { transaction, options } = params as { readonly transaction: string; readonly options?: object }
      const signed = base58.decode(signTransaction(transaction, keys))
      return { signature: await new Connection(rpcUrl, 'confirmed').sendRawTransaction(signed, options) }
    }
    case 'wallet_getCapabilities':
      return {}
    default:
      return askNode(rpcUrl, method, params)
  }
}

function signTransaction(transaction: string, keys: TestKeys): string {
  const whole = VersionedTransaction.deserialize(base58.decode(transaction))
  whole.sign([keys.solana])
  return base58.encode(whole.serialize())
}

async function askNode(rpcUrl: string, method: string, params: unknown): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as {
    readonly result?: unknown
    readonly error?: { message: string }
  }
  if (error) throw new Error(error.message)
  return result
}
