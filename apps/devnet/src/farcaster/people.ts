import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { devAccount } from '../keys/evm.js'
import { callRpc } from '../rpc/callRpc.js'
import { idRegistryAbi, idRegistryAddress, keyRegistryAbi, keyRegistryAddress } from './registries.js'

/** With which key somebody signs in: the one that owns their id, or one that may do so for it. */
export type SignInKey = 'custody' | 'auth'

export type People = {
  /** The same account for the same name, always; its key is public. */
  readonly getAccount: (name: string, key?: SignInKey) => PrivateKeyAccount
  /** Registers them where they are not yet, and lets their second key sign in for them. */
  readonly getFid: (name: string) => Promise<bigint>
  /** Takes that right away from the second key. */
  readonly removeAuthKey: (name: string) => Promise<void>
}

/** Anybody whom a name makes, on a local chain with the registries. */
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

/** Paid by a development account, and mined. */
async function send(rpcUrl: string, to: Address, data: Hex): Promise<void> {
  const params = [{ from: devAccount(9).address, to, data }]
  const hash = await callRpc({ url: rpcUrl, method: 'eth_sendTransaction', params })
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(5)) {
    const receipt = await callRpc({ url: rpcUrl, method: 'eth_getTransactionReceipt', params: [hash] })
    if (receipt) return
  }
  throw new Error(`The transaction ${String(hash)} was not mined`)
}
