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

/** A JSON-RPC call. */
type Call = (method: string, ...params: unknown[]) => Promise<unknown>

/** CREATE2 deployers with the same code. The node has the first one from the start. */
const proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const safeProxy: Address = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

const zeroSalt = pad('0x', { size: 32 })

/** Chosen by the entry point's authors for an address with leading zeros. */
const entryPointSalt: Hex = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

/**
 * Constructed at their usual address, as CREATE2 yields another one here: the published packages have other metadata than what is deployed
 * (Safe's modules) or an earlier version of the same functions (its passkey signers: 0.2.0 for 0.2.1), or the deployer is another
 * (Zodiac's).
 */
const laid: readonly (keyof AccountContracts)[] = [
  'safe4337Module',
  'safeModuleSetup',
  'passkeySharedSigner',
  'passkeySigner',
  'passkeySignerFactory',
  'p256Verifier',
  'delayModule',
  'moduleFactory',
]

/** The paymaster's deposit in ether. */
const deposit = parseEther('1000')

/**
 * Deploys the smart account contracts at their usual addresses on an empty chain, and a funded paymaster. `from` is an unlocked
 * account.
 */
export async function deployAccounts(call: Call, { from }: { readonly from: Address }): Promise<void> {
  const send = async (transaction: object): Promise<void> => {
    const { status } = await waitForReceipt(call, await call('eth_sendTransaction', { from, ...transaction }))
    if (status !== '0x1') throw new Error('A smart account contract was not deployed')
  }
  const make = async (bytecode: Hex, salt: Hex, by: Address): Promise<Address> => {
    await send({ to: by, data: concat([salt, bytecode]) })
    return getCreate2Address({ from: by, salt, bytecode })
  }
  // the constructor runs at the address itself, as code may depend on it; what it stores is lost
  const construct = async (bytecode: Hex, address: Address): Promise<void> => {
    const code = await call('eth_call', { from, to: address }, 'latest', { [address]: { code: bytecode } })
    await call('anvil_setCode', address, code)
  }

  await call('anvil_setCode', safeProxy, await call('eth_getCode', proxy, 'latest'))
  for (const name of Object.keys(accountContracts) as (keyof AccountContracts)[]) {
    const [code, address] = [accountCode(name), accountContracts[name]]
    if (laid.includes(name)) {
      await construct(code, address)
      continue
    }
    const isEntryPoint = name === 'entryPoint'
    const made = await make(code, isEntryPoint ? entryPointSalt : zeroSalt, isEntryPoint ? proxy : safeProxy)
    if (made !== address) throw new Error(`${name} was deployed at ${made}`)
  }
  await construct(simulationsCode(), simulationsAddress)
  await construct(paymasterCode(), paymasterAddress)
  const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'depositTo', args: [paymasterAddress] })
  await send({ to: accountContracts.entryPoint, data, value: toHex(deposit) })
}
