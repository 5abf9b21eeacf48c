import { type Address, concat, encodeFunctionData, getCreate2Address, type Hex, pad, parseEther, toHex } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { waitForReceipt } from '../contracts/contracts.js'
import {
  type AccountContracts,
  accountCode,
  accountContracts,
  paymasterAddress,
  paymasterCode,
  simulationsAddress,
  simulationsCode,
} from './contracts.js'

/** Asks the node. */
type Call = (method: string, ...params: unknown[]) => Promise<unknown>

/** Contracts that make others by CREATE2, and have the same code. The node has the first from the beginning. */
const proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const safeProxy: Address = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

const zeroSalt = pad('0x', { size: 32 })

/** Found by the authors of the entry point, for an address with many zeros. */
const entryPointSalt: Hex = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

/**
 * The package of these two was compiled with other metadata than what was put on public chains, so that the same way leads to
 * other addresses: the code is laid where it is elsewhere. It knows nothing of its own address.
 */
const laid: readonly (keyof AccountContracts)[] = ['safe4337Module', 'safeModuleSetup']

/** Ether that the paymaster can spend. */
const deposit = parseEther('1000')

/**
 * Puts the contracts of smart accounts on an empty chain, at the addresses that they have everywhere, and a paymaster with money.
 * `from` is an account that the node signs for.
 */
export async function deployAccounts(call: Call, { from }: { readonly from: Address }): Promise<void> {
  const send = async (transaction: object): Promise<void> => {
    const { status } = await waitForReceipt(call, await call('eth_sendTransaction', { from, ...transaction }))
    if (status !== '0x1') throw new Error('A contract of smart accounts was not made')
  }
  const make = async (bytecode: Hex, salt: Hex, by: Address): Promise<Address> => {
    await send({ to: by, data: concat([salt, bytecode]) })
    return getCreate2Address({ from: by, salt, bytecode })
  }
  const lay = async (copy: Address, address: Address): Promise<unknown> =>
    call('anvil_setCode', address, await call('eth_getCode', copy, 'latest'))

  await lay(proxy, safeProxy)
  for (const name of Object.keys(accountContracts) as (keyof AccountContracts)[]) {
    const isEntryPoint = name === 'entryPoint'
    const made = await make(
      accountCode(name),
      isEntryPoint ? entryPointSalt : zeroSalt,
      isEntryPoint ? proxy : safeProxy,
    )
    if (laid.includes(name)) await lay(made, accountContracts[name])
    else if (made !== accountContracts[name]) throw new Error(`${name} came to ${made}`)
  }
  await lay(await make(simulationsCode(), zeroSalt, proxy), simulationsAddress)
  await lay(await make(paymasterCode(), zeroSalt, proxy), paymasterAddress)
  const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'depositTo', args: [paymasterAddress] })
  await send({ to: accountContracts.entryPoint, data, value: toHex(deposit) })
}
