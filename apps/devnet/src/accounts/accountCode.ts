import { encodeDeployData, type Hex } from 'viem'
import { readArtefact } from '../contracts/readArtefact.js'
import { devAccount } from '../world/devAccount.js'
import { type AccountContracts, accountContracts } from './accountContracts.js'
import { paymasterSignerIndex } from './accountKeys.js'

const safe = '@safe-global/safe-contracts/build/artifacts/contracts'
const safe4337 = '@safe-global/safe-4337/build/artifacts/contracts'
const entryPoint = '@account-abstraction/contracts/artifacts'

const files: { readonly [name in keyof AccountContracts]: string } = {
  entryPoint: `${entryPoint}/EntryPoint.json`,
  safe: `${safe}/SafeL2.sol/SafeL2.json`,
  safePlain: `${safe}/Safe.sol/Safe.json`,
  proxyFactory: `${safe}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`,
  fallbackHandler: `${safe}/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json`,
  multiSend: `${safe}/libraries/MultiSend.sol/MultiSend.json`,
  multiSendCallOnly: `${safe}/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json`,
  safe4337Module: `${safe4337}/Safe4337Module.sol/Safe4337Module.json`,
  safeModuleSetup: `${safe4337}/SafeModuleSetup.sol/SafeModuleSetup.json`,
}

/** What makes a contract, as its authors compiled and published it. */
export function accountCode(name: keyof AccountContracts): Hex {
  const { abi, bytecode } = readArtefact(files[name])
  return name === 'safe4337Module' ? encodeDeployData({ abi, bytecode, args: [accountContracts.entryPoint] }) : bytecode
}

/** The entry point with functions that measure what an operation takes. */
export function simulationsCode(): Hex {
  return readArtefact(`${entryPoint}/EntryPointSimulations.json`).bytecode
}

/** Pays for what the paymaster's key has signed. */
export function paymasterCode(): Hex {
  const { abi, bytecode } = readArtefact(`${entryPoint}/VerifyingPaymaster.json`)
  const args = [accountContracts.entryPoint, devAccount(paymasterSignerIndex).address]
  return encodeDeployData({ abi, bytecode, args })
}
