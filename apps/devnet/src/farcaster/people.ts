import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { devAccount } from '../keys/evm.js'
import { callRpc } from '../rpc/callRpc.js'
import { idRegistryAbi, idRegistryAddress, keyRegistryAbi, keyRegistryAddress } from './registries.js'

/** The signing key: the owner of the id, or a key authorized by it. */
export type SignInKey = 'custody' | 'auth'

export type People = {
  /** The account of a name, always the same; its key is public. */
  readonly getAccount: (name: string, key?: SignInKey) => PrivateKeyAccount
  /** Registers the user if necessary, and authorizes their second key. */
  readonly getFid: (name: string) => Promise<bigint>
  /** Revokes the second key. */
  readonly removeAuthKey: (name: string) => Promise<void>
}

/** Creates users by name on a local chain with the registries. */
export function createPeople(rpcUrl: string): People {
  const getAccount: People['getAccount'] = (name, key = 'custody') =>
    privateKeyToAccount(keccak256(toHex(`latchkey devnet farcaster ${key} ${name}`)))
  const toKey = (name: string): Hex => encodeAbiParameters([{ type: 'address' }], [getAccount(name, 'auth').address])
  const read = async (name: string): Promise<bigint> => {
    const args = [getAccount(name).address] as const
    const data = encodeFunctionData({ abi: idRegistryAbi, functionName: 'idOf', args })
    return BigInt(
      (await callRpc({ url: rpcUrl, method: 'eth_call', params: [{ to: idRegistryAddress, data }] })) as Hex,
    )
  }
  return {
    getAccount,
    async getFid(name) {
      const known = await read(name)
      if (known !== 0n) return known
      const args = [getAccount(name).address] as const
      await send(rpcUrl, idRegistryAddress, encodeFunctionData({ abi: idRegistryAbi, functionName: 'register', args }))
      const fid = await read(name)
      const key = [fid, 2, toKey(name)] as const
      await send(
        rpcUrl,
        keyRegistryAddress,
        encodeFunctionData({ abi: keyRegistryAbi, functionName: 'add', args: key }),
      )
      return fid
    },
    async removeAuthKey(name) {
      const args = [await read(name), toKey(name)] as const
      await send(rpcUrl, keyRegistryAddress, encodeFunctionData({ abi: keyRegistryAbi, functionName: 'remove', args }))
    },
  }
}

/** Sends a transaction from a development account and waits for it. */
async function send(rpcUrl: string, to: Address, data: Hex): Promise<void> {
  const params = [{ from: devAccount(9).address, to, data }]
  const hash = await callRpc({ url: rpcUrl, method: 'eth_sendTransaction', params })
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(5)) {
    const receipt = await callRpc({ url: rpcUrl, method: 'eth_getTransactionReceipt', params: [hash] })
    if (receipt) return
  }
  throw new Error(`The transaction ${String(hash)} was not mined`)
}
