import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Address, encodeDeployData, type Hex } from 'viem'
import { compileContracts, readArtefact } from '../contracts/contracts.js'
import { devAccount } from '../keys/evm.js'
import { packageRoot } from '../node/packageRoot.js'

/** Addresses of the smart account contracts, the same on every chain. */
export type AccountContracts = {
  /** ERC-4337, version 0.7. */
  readonly entryPoint: Address
  /** Safe 1.4.1 with events (SafeL2). */
  readonly safe: Address
  readonly safePlain: Address
  readonly proxyFactory: Address
  readonly fallbackHandler: Address
  readonly multiSend: Address
  readonly multiSendCallOnly: Address
  /** Safe's ERC-4337 module 0.3.0, and the library that enables it during setup. */
  readonly safe4337Module: Address
  readonly safeModuleSetup: Address
  /** Safe's WebAuthn signers 0.2.1: the one that every account shares, and those that have an address for each passkey. */
  readonly passkeySharedSigner: Address
  readonly passkeySigner: Address
  readonly passkeySignerFactory: Address
  /** Verifies P-256 signatures on networks without the precompile. [EIP-7951] */
  readonly p256Verifier: Address
  /** Zodiac's Delay modifier 1.0.1 and its factory 1.2.0. */
  readonly delayModule: Address
  readonly moduleFactory: Address
}

export const accountContracts: AccountContracts = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  safe: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  safePlain: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  proxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  fallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  multiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  safe4337Module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  safeModuleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
  passkeySharedSigner: '0x94a4F6affBd8975951142c3999aEAB7ecee555c2',
  passkeySigner: '0x4E27b51350e6c2083EE19011120F50DAfEc5CA50',
  passkeySignerFactory: '0x1d31F259eE307358a26dFb23EB365939E8641195',
  p256Verifier: '0xA86e0054C51E4894D88762a017ECc5E5235f5DBA',
  delayModule: '0xd54895B1121A2eE3f37b502F507631FA1331BED6',
  moduleFactory: '0x000000000000aDdB49795b0f9bA5BC298cDda236',
}

/** Addresses of our own: the entry point's simulation code, and the paymaster. */
export const simulationsAddress: Address = '0xd000000000000000000000000000000000000d01'

export const paymasterAddress: Address = '0xd000000000000000000000000000000000000d02'

/** Account indexes of the development phrase, beyond those that tests use. */
export const bundlerIndex = 40

export const paymasterSignerIndex = 41

const safe = '@safe-global/safe-contracts/build/artifacts/contracts'

const safe4337 = '@safe-global/safe-4337/build/artifacts/contracts'

const safePasskey = '@safe-global/safe-passkey/build/artifacts/contracts'

const entryPoint = '@account-abstraction/contracts/artifacts'

const artefactFiles: { readonly [name in Exclude<keyof AccountContracts, keyof typeof otherCode>]: string } = {
  entryPoint: `${entryPoint}/EntryPoint.json`,
  safe: `${safe}/SafeL2.sol/SafeL2.json`,
  safePlain: `${safe}/Safe.sol/Safe.json`,
  proxyFactory: `${safe}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`,
  fallbackHandler: `${safe}/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json`,
  multiSend: `${safe}/libraries/MultiSend.sol/MultiSend.json`,
  multiSendCallOnly: `${safe}/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json`,
  safe4337Module: `${safe4337}/Safe4337Module.sol/Safe4337Module.json`,
  safeModuleSetup: `${safe4337}/SafeModuleSetup.sol/SafeModuleSetup.json`,
  passkeySharedSigner: `${safePasskey}/4337/SafeWebAuthnSharedSigner.sol/SafeWebAuthnSharedSigner.json`,
  passkeySigner: `${safePasskey}/SafeWebAuthnSignerSingleton.sol/SafeWebAuthnSignerSingleton.json`,
  p256Verifier: `${safePasskey}/verifiers/FCLP256Verifier.sol/FCLP256Verifier.json`,
}

/** Code without its own artifact. */
const otherCode = {
  passkeySignerFactory: compileSignerFactory,
  delayModule: () => readZodiac('delay'),
  moduleFactory: () => readZodiac('factory'),
} as const satisfies { readonly [name in keyof AccountContracts]?: () => Hex }

/** The creation code of a contract, as published by its authors; of the factory of passkey signers, our stand-in. */
export function accountCode(name: keyof AccountContracts): Hex {
  if (name in otherCode) return otherCode[name as keyof typeof otherCode]()
  const { abi, bytecode } = readArtefact(artefactFiles[name as keyof typeof artefactFiles])
  return name === 'safe4337Module' ? encodeDeployData({ abi, bytecode, args: [accountContracts.entryPoint] }) : bytecode
}

function readZodiac(name: 'delay' | 'factory'): Hex {
  const { MasterCopyInitData: all } = createRequire(import.meta.url)('@gnosis.pm/zodiac') as {
    readonly MasterCopyInitData: { readonly [name: string]: { readonly initCode: Hex } | undefined }
  }
  const code = all[name]?.initCode
  if (!code) throw new Error(`Zodiac has no code of ${name}`)
  return code
}

function compileSignerFactory(): Hex {
  const { SignerFactory: factory } = compileContracts({ file: join(packageRoot(), 'src/accounts/SignerFactory.sol') })
  if (!factory) throw new Error('The compiler returned no SignerFactory')
  return encodeDeployData({ ...factory, args: [accountContracts.passkeySigner] })
}

/** The entry point with simulation functions. */
export function simulationsCode(): Hex {
  return readArtefact(`${entryPoint}/EntryPointSimulations.json`).bytecode
}

/** The paymaster: it pays for operations signed by its key. */
export function paymasterCode(): Hex {
  const { abi, bytecode } = readArtefact(`${entryPoint}/VerifyingPaymaster.json`)
  const args = [accountContracts.entryPoint, devAccount(paymasterSignerIndex).address]
  return encodeDeployData({ abi, bytecode, args })
}
